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
  "refused-query": { folder: "event-timeline", file: "queries.cql", act: hoverOverRefusedQuery },
  "fix-menu": { folder: "event-timeline", file: "queries.cql", act: openFixes },
  "generated-table": { folder: "event-timeline", file: "queries.cql", act: generateTable },
  "key-hover": { folder: "event-timeline", file: "schema.cql", act: hoverOverKey },
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
  await locator.waitFor({ state: "attached", timeout: 60_000 }); // a squiggle has no size of its own, so it never counts as visible
  await page.keyboard.press("Control+b");
  await page.locator(".sidebar:visible").waitFor({ state: "hidden" });
  return locator;
}

/** Moves the mouse onto the element, again and again until the hover shows `text`. */
async function hoverOver(page, locator, text) {
  const hover = page.locator(".monaco-hover:visible", { hasText: text });
  for (let attempt = 0; attempt < 10; attempt++) {
    const box = await locator.boundingBox();
    await page.mouse.move(box.x + 12 + attempt, box.y + box.height / 2, { steps: 3 });
    if (await hover.waitFor({ timeout: 4000 }).then(() => true, () => false)) return;
    await page.mouse.move(box.x + 12, box.y + 300, { steps: 3 });
    await page.waitForTimeout(300);
  }
  throw new Error(`No hover with "${text}".`);
}

async function hoverOverRefusedQuery(page) {
  const squiggle = await settled(page, page.locator(".squiggly-error").nth(REFUSED));
  await hoverOver(page, squiggle, /Quick Fix\.\.\./);
}

async function openFixes(page) {
  const squiggle = await settled(page, page.locator(".squiggly-error").nth(REFUSED));
  const fixes = page.locator(".action-widget:visible", { hasText: "Create table" });
  for (let attempt = 0; attempt < 10; attempt++) {
    const box = await squiggle.boundingBox();
    await page.mouse.click(box.x + 20, box.y + box.height / 2);
    await page.mouse.move(box.x + 20, box.y + 200); // with Control down, a word under the mouse would turn into a link
    await page.keyboard.press("Control+.");
    if (await fixes.waitFor({ timeout: 4000 }).then(() => true, () => false)) return;
    await page.keyboard.press("Escape"); // too early: the menu said that there is nothing
  }
  throw new Error("No fix was offered.");
}

async function generateTable(page) {
  await openFixes(page);
  await page.locator(".action-widget:visible .action", { hasText: "Create table" }).first().click();
  await page.locator(".view-line", { hasText: "events_by" }).first().waitFor({ timeout: 30_000 });
  await page.keyboard.press("Control+Backslash"); // the schema beside the queries
  await page.keyboard.press("Control+p");
  await page.keyboard.type("schema.cql");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "schema.cql" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: "CREATE TABLE timeline.events_by" }).first().waitFor({ timeout: 30_000 });
}

async function hoverOverKey(page) {
  const key = await settled(page, page.locator(".view-line span span", { hasText: /^PRIMARY/ }).first());
  await hoverOver(page, key, "WHERE");
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
