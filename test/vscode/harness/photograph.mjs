// Photographs of the extension at work, for the README and as an artefact of the tests.
//   node test/vscode/harness/photograph.mjs [--scene NAME] [--out FOLDER]     (all scenes, into docs/images/)
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { packageExtension } from "./package.mjs";
import { openVSCode } from "./vscode.mjs";
import { choose, clickDesignLens, entries, hoverOver, list } from "./workbench.mjs";
import { copyExamples } from "./workspace.mjs";

const root = path.join(import.meta.dirname, "../../..");
const SETTINGS = {
  "workbench.colorTheme": "Default Light Modern",
  "editor.fontSize": 14,
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "workbench.layoutControl.enabled": false,
  "window.commandCenter": false,
  "breadcrumbs.enabled": false,
};

/** What each picture shows: a file of examples/, and what happens to it before the shutter. */
const SCENES = {
  "refused-query": { folder: "event-timeline", file: "queries.cql", act: hoverOverRefusedQuery },
  "key-hover": { folder: "event-timeline", file: "schema.cql", act: hoverOverKey },
  plans: { folder: "event-timeline", file: "queries.cql", act: listPlans },
  "design-preview": { folder: "event-timeline", file: "queries.cql", act: previewPlan },
  target: { folder: "event-timeline", file: "queries.cql", act: showTarget },
};
/** The squiggle that the pictures are about: the query by device. */
const REFUSED = 2;
export const SCENE_NAMES = Object.keys(SCENES);

/** Opens the scene's file with the packaged extension and writes the picture to `out`. */
export async function photograph({ vsix, name, out }) {
  const scene = SCENES[name];
  const scratch = mkdtempSync(path.join(tmpdir(), "cqlwright-picture-"));
  let vscode;
  try {
    const workspace = path.join(copyExamples(path.join(scratch, "examples")), scene.folder);
    vscode = await openVSCode({ vsix, workspace, file: scene.file, settings: SETTINGS, viewport: { width: 1180, height: 560 }, scale: 1.5 });
    await scene.act(vscode.page);
    await vscode.page.screenshot({ path: out, animations: "disabled" });
  } finally {
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Closes the side bar, so that the code has the room, once the editor shows `locator`. */
async function settled(page, locator) {
  await locator.waitFor({ state: "attached", timeout: 120_000 }); // a squiggle has no size of its own, so it never counts as visible
  await page.keyboard.press("Control+b");
  await page.locator(".sidebar:visible").waitFor({ state: "hidden" });
  return locator;
}

async function hoverOverRefusedQuery(page) {
  const squiggle = await settled(page, page.locator(".squiggly-error").nth(REFUSED));
  await hoverOver(page, squiggle, /Quick Fix\.\.\./);
}

async function hoverOverKey(page) {
  const key = await settled(page, page.locator(".view-line span span", { hasText: /^PRIMARY/ }).first());
  await hoverOver(page, key, "WHERE");
}

async function listPlans(page) {
  await settled(page, page.locator(".squiggly-error").first());
  await clickDesignLens(page, "SELECT happened_at, kind, details");
  await entries(page, "Ways to Serve This Query");
}

async function previewPlan(page) {
  await listPlans(page);
  await choose(page, "Create table timeline.events_by_user_id and query it");
  await list(page, "Write this").waitFor();
  await page.locator(".view-line", { hasText: "CREATE TABLE timeline.events_by" }).first().waitFor();
}

async function showTarget(page) {
  await settled(page, page.locator(".squiggly-error").first());
  await page.locator('[id="status.languageStatus"]').first().click();
  await page.locator(".hover-language-status", { hasText: "Cassandra 5.0" }).first().waitFor();
}

if (process.argv[1] === import.meta.filename) {
  const { values: options } = parseArgs({ options: { scene: { type: "string" }, out: { type: "string", default: path.join(root, "docs/images") } } });
  mkdirSync(options.out, { recursive: true });
  const vsix = packageExtension();
  for (const name of options.scene ? [options.scene] : SCENE_NAMES) {
    await photograph({ vsix, name, out: path.join(options.out, `${name}.png`) });
    console.log(`${name}.png`);
  }
}
