/** What the extension host runs. The same module serves @vscode/test-electron, where TEST_OUTPUT is not set. */
import { appendFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import Mocha from "mocha";

/** Runs every `.test.cjs` of TEST_FOLDER; rejects when one fails. */
export function run(): Promise<void> {
  const { TEST_FOLDER: folder, TEST_OUTPUT: output } = process.env;
  if (folder === undefined) return Promise.reject(new Error("TEST_FOLDER is not set"));
  const print = (...args: unknown[]): void => {
    if (output !== undefined) appendFileSync(output, `${format(...args)}\n`);
  };
  const reporters = Mocha.reporters.Base as unknown as { consoleLog: (...args: unknown[]) => void };
  if (output !== undefined) reporters.consoleLog = print;
  return new Promise((resolve, reject) => {
    const mocha = new Mocha({ ui: "bdd", timeout: 120_000, color: false });
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".test.cjs"))) mocha.addFile(path.join(folder, name));
    const runner = mocha.run((failures) => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      reporters.consoleLog(`${passes} passed, ${failures} failed, ${pending} skipped`);
      if (failures > 0) reject(new Error(`${failures} failed`));
      else resolve();
    });
  });
}
