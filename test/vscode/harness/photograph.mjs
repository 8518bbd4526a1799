// Photographs of the extension at work, for the README and as an artefact of the tests.
//   node test/vscode/harness/photograph.mjs [--scene NAME] [--out FOLDER]     (all scenes, into docs/images/)
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { packageExtension } from "./package.mjs";
import { openVSCode } from "./vscode.mjs";
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
  "refused-query": { folder: "event-timeline", file: "queries.cql", act: hoverOverFirstSquiggle },
  "fix-menu": { folder: "event-timeline", file: "queries.cql", act: openFixes },
  "generated-table": { folder: "event-timeline", file: "queries.cql", act: generateTable },
  "key-hover": { folder: "event-timeline", file: "schema.cql", act: hoverOverKey },
};
export const SCENE_NAMES = Object.keys(SCENES);

/** Opens the scene's file with the packaged extension and writes the picture to `out`. */
export async function photograph({ vsix, name, out }) {
  const scene = SCENES[name];
  const scratch = mkdtempSync(path.join(tmpdir(), "cqlwright-picture-"));
  let vscode;
  try {
    const workspace = path.join(copyExamples(path.join(scratch, "examples")), scene.folder);
    vscode = await openVSCode({ vsix, workspace, file: scene.file, settings: SETTINGS, viewport: { width: 1180, height: 640 }, scale: 1.5 });
    await scene.act(vscode.page);
    await vscode.page.screenshot({ path: out, animations: "disabled" });
  } finally {
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

const firstSquiggle = async (page) => {
  const squiggle = page.locator(".squiggly-error").first();
  await squiggle.waitFor({ state: "attached", timeout: 60_000 }); // it has no size of its own, so it never counts as visible
  await page.keyboard.press("Control+b"); // the side bar closes: the code has the room
  await page.waitForTimeout(500);
  return squiggle;
};

async function hoverOverFirstSquiggle(page) {
  const box = await (await firstSquiggle(page)).boundingBox();
  await page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 3 });
  await page.locator(".monaco-hover:visible", { hasText: "Quick Fix" }).waitFor({ timeout: 30_000 });
}

async function openFixes(page) {
  const box = await (await firstSquiggle(page)).boundingBox();
  await page.mouse.click(box.x + 20, box.y + box.height / 2);
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget:visible", { hasText: "table" }).waitFor({ timeout: 30_000 });
}

async function generateTable(page) {
  await openFixes(page);
  await page.locator(".action-widget:visible .action").filter({ hasText: /table/i }).first().click();
  await page.locator(".squiggly-error").first().waitFor({ state: "attached" });
  await page.keyboard.press("Control+p");
  await page.keyboard.type("schema.cql");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "schema.cql" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: "events_by" }).first().waitFor({ timeout: 30_000 });
  await page.keyboard.press("Control+End");
  await page.waitForTimeout(500);
}

async function hoverOverKey(page) {
  const key = page.locator(".view-line", { hasText: "PRIMARY" }).first();
  await key.waitFor();
  await page.keyboard.press("Control+b");
  await page.waitForTimeout(500);
  const box = await key.locator("span span", { hasText: "PRIMARY" }).first().boundingBox();
  await page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 3 });
  await page.locator(".monaco-hover:visible", { hasText: "WHERE" }).waitFor({ timeout: 60_000 });
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
