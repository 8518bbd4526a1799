// What a person does to design a table, in a real VS Code's window: every click, every list as it is drawn, and the files on disk.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openVSCode } from "./vscode.mjs";
import { choose, clickDesignLens, clickLine, entries, hoverOver, list, notified, openFile, openLightbulb, pageText, runCommand, until } from "./workbench.mjs";

const root = path.join(import.meta.dirname, "../../..");
const WAYS = "Ways to Serve This Query";
/** The refused query that the flows are about: the orders of a day. */
const OF_A_DAY = "WHERE month = '2024-05' AND placed_at";

/** Every entry of a list of plans says its price, and nothing is cut off. */
function areReadable(plans, least) {
  assert.ok(plans.length >= least, JSON.stringify(plans));
  for (const { text, cut } of plans) {
    assert.match(text, /Reads .*, asks .*, .* writes? per fact/);
    assert.equal(cut, false, `cut off: ${text}`);
  }
}

/** Runs the flows one after the other on `workspace`, a copy of examples/; prints each, and returns how many passed and failed. */
export async function runFlows({ vsix, workspace, verbose = false }) {
  const vscode = await openVSCode({ vsix, workspace, file: "shop/queries.cql", verbose, viewport: { width: 1280, height: 760 } });
  const { page } = vscode;
  const at = (...parts) => path.join(workspace, ...parts);
  const read = (...parts) => readFileSync(at(...parts), "utf8");
  const shop = () => [read("shop/schema.cql"), read("shop/queries.cql")];
  const begun = shop();
  const changed = async (before) => until(shop, (now) => now[0] !== before[0] && now[1] !== before[1], "the files were not written");
  const isPreview = () => page.locator(".tab", { hasText: "Design preview" }).count().then((count) => count > 0);
  const undo = async () => {
    await clickLine(page, "SELECT order_id, customer_id, total");
    await page.keyboard.press("Control+z");
    // VS Code asks whether the other files of one edit are meant too.
    const all = page.locator(".monaco-dialog-box:visible .monaco-button", { hasText: /Undo in \d+ Files/ });
    const undone = () => page.locator(".editor-instance:visible .view-line", { hasText: "orders_by_month" }).count().then((count) => count === 0);
    await until(async () => {
      if (await all.count() > 0) await all.click();
      return undone();
    }, Boolean, "the undo does nothing");
    await runCommand(page, "File: Save All");
    await until(shop, (now) => now[0] === begun[0] && now[1] === begun[1], "one undo does not bring both files back");
  };
  let plans, written;

  const picture = (name) => page.screenshot({ path: path.join(root, "artifacts", `${name}.png`), animations: "disabled" });
  const FLOWS = {
    "a squiggle's hover says what is wrong, why, where the table is, and that there are fixes": async () => {
      await hoverOver(page, page.locator(".squiggly-error").first(), /part of the partition key[\s\S]*schema\.cql[\s\S]*Quick Fix\.\.\./);
      await picture("squiggle-and-hover");
      await page.mouse.move(700, 700);
    },
    "a lens lists every plan with its price, and nothing of it is cut off": async () => {
      await clickDesignLens(page, "SELECT order_id, customer_id, total");
      plans = await entries(page, WAYS);
      areReadable(plans, 2);
    },
    "the chosen plan is shown as a diff of both files, and nothing is written": async () => {
      await choose(page, "Create table shop.orders_by_month and query it");
      await list(page, "Write this").waitFor();
      assert.ok(await isPreview());
      await page.locator(".view-line", { hasText: "CREATE TABLE shop.orders_by_month" }).first().waitFor();
      assert.match(await list(page, "Write this").innerText(), /schema\.cql, queries\.cql/);
      assert.deepEqual(shop(), begun);
      await picture("design-preview");
    },
    "a plan is explained: notes, writes and backfill": async () => {
      await choose(page, "Explain this plan");
      const text = await pageText(page, "Create table shop.orders_by_month");
      for (const heading of ["Good to know", "The table", "The query", "Writes that keep it true", "Filling it"]) assert.ok(text.includes(heading), `${heading}\n${text}`);
      await list(page, "Write this").waitFor();
      assert.deepEqual(shop(), begun);
    },
    "it is written when it is confirmed, into files that were not open, and the diff goes": async () => {
      await choose(page, "Write this");
      written = await changed(begun);
      assert.match(written[0], /-- cqlwright: copy of shop\.orders\nCREATE TABLE shop\.orders_by_month/);
      assert.match(written[1], /FROM orders_by_month/);
      await until(isPreview, (open) => !open, "the diff stays");
    },
    "one undo brings both files back": async () => {
      await runCommand(page, "View: Close All Editors");
      await openFile(page, "shop/queries.cql");
      await undo();
    },
    "the command palette gives the same plans and the same files": async () => {
      await clickLine(page, OF_A_DAY);
      await runCommand(page, "Cqlwright: Design a Table for the Query at the Cursor");
      assert.deepEqual(await entries(page, WAYS), plans);
      await choose(page, "Create table shop.orders_by_month and query it");
      await choose(page, "Write this");
      assert.deepEqual(await changed(begun), written);
      await undo();
    },
    "the lightbulb gives the same plans and the same files": async () => {
      await openLightbulb(page, OF_A_DAY, "Compare all designs");
      await page.locator(".action-widget:visible .action", { hasText: "Compare all designs" }).click();
      assert.deepEqual(await entries(page, WAYS), plans);
      await page.keyboard.press("Escape");
      await openLightbulb(page, OF_A_DAY, "Create table shop.orders_by_month and query it");
      await page.locator(".action-widget:visible .action", { hasText: "Create table shop.orders_by_month and query it" }).first().click();
      await page.locator(".view-line", { hasText: "orders_by_month" }).first().waitFor();
      await runCommand(page, "File: Save All");
      assert.deepEqual(await changed(begun), written);
      await undo();
    },
    "a file that changed since the plan was made is left alone, with a word why": async () => {
      await clickDesignLens(page, "SELECT order_id, customer_id, total");
      await choose(page, "Create table shop.orders_by_month and query it");
      await list(page, "Write this").waitFor();
      writeFileSync(at("shop/schema.cql"), `-- A colleague was here.\n${begun[0]}`);
      await page.locator(".view-line", { hasText: "A colleague was here" }).first().waitFor();
      await choose(page, "Write this");
      await notified(page, "The files have changed since this plan was made, so nothing was written.");
      assert.deepEqual(shop(), [`-- A colleague was here.\n${begun[0]}`, begun[1]]);
      assert.equal(await page.locator(".tab.dirty").count(), 0);
      writeFileSync(at("shop/schema.cql"), begun[0]);
    },
    "a file that became read-only is left alone, and a read-only schema gets no table": async () => {
      await clickDesignLens(page, "SELECT order_id, customer_id, total");
      await choose(page, "Create table shop.orders_by_month and query it");
      await list(page, "Write this").waitFor();
      chmodSync(at("shop/schema.cql"), 0o444);
      await choose(page, "Write this");
      await notified(page, "Nothing was written: schema.cql cannot be changed");
      assert.deepEqual(shop(), begun);
      assert.equal(await page.locator(".tab.dirty").count(), 0);
      chmodSync(at("shop/schema.cql"), 0o644);
    },
    "two queries that want one name get two": async () => {
      await openFile(page, "event-timeline/queries.cql");
      await clickDesignLens(page, /^SELECT\sevent_id,\shappened_at,\skind\sFROM\sevents$/);
      await choose(page, "Create table timeline.events_by_user_id and query it");
      await choose(page, "Write this");
      await until(() => read("event-timeline/schema.cql"), (text) => text.includes("timeline.events_by_user_id ("), "the first table");
      await clickDesignLens(page, "SELECT happened_at, kind, details");
      areReadable(await entries(page, WAYS), 4);
      await choose(page, "Create table timeline.events_by_user_id_2 and query it");
      await choose(page, "Write this");
      await until(() => read("event-timeline/schema.cql"), (text) => text.includes("timeline.events_by_user_id_2 ("), "the second table");
      assert.equal(read("event-timeline/schema.cql").match(/CREATE TABLE timeline\.events_by_user_id \(/g)?.length, 1);
    },
    "the whole project's design is a page with its matrix": async () => {
      await openFile(page, "transactions/queries.cql");
      await runCommand(page, "Cqlwright: Design the Fewest Tables for the Whole Project");
      const text = await pageText(page, "Tables of the project");
      assert.match(text, /a fact writes/);
      assert.match(text, /queries\.cql:\d+: SELECT[\s\S]*1 partition/);
      assert.equal(await page.locator(".tab.dirty").count(), 0, "a page leaves nothing to save");
    },
    "the status item says the target and where the schema is from, and changes the target": async () => {
      await openFile(page, "chat/queries.cql");
      await page.locator('[id="status.languageStatus"]').first().click();
      await page.locator(".hover-language-status", { hasText: /Cassandra 5\.0.*\d+ tables? from 1 file/ }).first().waitFor();
      await page.locator(".hover-language-status a", { hasText: "Change" }).first().click();
      await choose(page, "Cassandra 4.0");
      await until(() => read("chat/cqlwright.json"), (text) => text.includes('"cassandra-4.0"'), "cqlwright.json has the old target");
    },
    "a file of another language is left alone, and the status item says why": async () => {
      await openFile(page, "other/graph.cql");
      await page.locator('[id="status.languageStatus"]').first().click();
      await page.locator(".hover-language-status", { hasText: "Not checked: " }).first().waitFor();
      assert.equal(await page.locator(".editor-instance:visible .squiggly-error").count(), 0);
    },
    "nothing else was said": async () => {
      await runCommand(page, "Notifications: Show Notifications");
      assert.deepEqual(await page.locator(".notifications-center .notification-list-item-message").allTextContents(), []);
    },
  };

  const counts = { passed: 0, failed: 0 };
  mkdirSync(path.join(root, "artifacts"), { recursive: true });
  try {
    page.setDefaultTimeout(120_000);
    await page.locator(".squiggly-error").first().waitFor({ state: "attached" });
    for (const [name, flow] of Object.entries(FLOWS)) {
      try {
        const began = Date.now();
        await flow();
        if (verbose) console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
        counts.passed += 1;
        console.log(`  ✔ ${name}`);
      } catch (error) {
        counts.failed += 1;
        console.log(`  ✘ ${name}\n${error.stack ?? error}`);
        await picture("failed-flow");
        break; // each flow begins where the one before it ended
      }
    }
  } finally {
    await vscode.close();
  }
  return counts;
}
