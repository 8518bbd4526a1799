// A real VS Code for tests: its server process, and its workbench in a headless Chromium.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

export const CODE_SERVER = "4.139.1"; // carries VS Code 1.139.1
const root = path.join(import.meta.dirname, "../../..");
export const serverFolder = path.join(root, ".vscode-server", CODE_SERVER);

/** Settings of a window that keeps quiet: nothing that pops up, fetches or covers the editor. */
const QUIET = {
  "chat.disableAIFeatures": true,
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.ignoreRecommendations": true,
  "extensions.autoCheckUpdates": false,
  "git.enabled": false,
};

/** Whether VS Code's server lies ready under .vscode-server/. */
export function isInstalled() {
  return existsSync(path.join(serverFolder, "installed"));
}

/** The browser to run the workbench in: $CHROMIUM, or the first of the usual places that exists. */
export function browserPath() {
  const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
  return [process.env.CHROMIUM, ...usual].find((file) => file !== undefined && existsSync(file));
}

/** What the tests in VS Code lack here, as one line for a person; undefined when they can run. */
export function missing() {
  if (process.platform === "win32") return "VS Code tests: skipped, the harness needs Linux or macOS (npm run test:desktop runs the same suite).";
  if (browserPath() === undefined) return "VS Code tests: skipped, no Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.";
  return undefined;
}

/**
 * Opens `workspace` in VS Code. The extension comes as a folder (`extension`) or as a package (`vsix`).
 * With `suite`, a module exporting `run()`, the extension host runs it and `exitCode` settles: 0 or 1, or 125 if the page crashed.
 * `file` (relative to the workspace) is opened at once. `page` is the workbench; `close` ends every process and removes every file of the run.
 */
export async function openVSCode({ workspace, extension, vsix, suite, file, settings = {}, env = {}, verbose = false, trust = true, viewport = { width: 1280, height: 720 }, scale = 1 }) {
  const main = path.join(serverFolder, "out/server-main.js");
  if (!isInstalled()) throw new Error("VS Code is not installed here: node test/vscode/harness/install.mjs");
  const home = mkdtempSync(path.join(tmpdir(), "vscode-test-"));
  const folders = ["--accept-server-license-terms", "--server-data-dir", home, "--user-data-dir", path.join(home, "data"), "--extensions-dir", path.join(home, "extensions")];
  const environment = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...env }; // its sockets too stay in `home`
  let server, browser;

  const close = async () => {
    await browser?.close();
    if (server && server.exitCode === null && server.signalCode === null) {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      process.kill(-server.pid); // the whole group: the extension host and the file watcher are its children
      await gone;
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };

  try {
    mkdirSync(path.join(home, "data/User"), { recursive: true });
    writeFileSync(path.join(home, "data/User/settings.json"), JSON.stringify({ ...QUIET, ...settings }));
    if (vsix) execFileSync(process.execPath, [main, ...folders, "--install-extension", path.resolve(vsix)], { env: environment, stdio: verbose ? "inherit" : "ignore" });
    const flags = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--telemetry-level", "off"];
    if (trust) flags.push("--disable-workspace-trust");
    // Without this flag a built VS Code ignores the payload's entries for tests, and says nothing; with it, no notification is shown.
    if (suite || extension) flags.push("--enable-smoke-test-driver");
    server = spawn(process.execPath, [main, ...folders, ...flags], { env: environment, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const host = `127.0.0.1:${await listening(server, verbose)}`;
    const remote = (local) => `vscode-remote://${host}${realpathSync(local)}`;

    browser = await chromium.launch({
      executablePath: browserPath(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    const page = await browser.newPage({ viewport, deviceScaleFactor: scale });
    const exitCode = new Promise((resolve) => {
      page.exposeFunction("codeAutomationExit", resolve);
      page.once("crash", () => resolve(125));
    });
    await page.exposeFunction("codeAutomationLog", (type, args) => verbose && console.log(...args));

    const payload = [["skipWelcome", "true"]];
    if (suite) payload.push(["extensionTestsPath", remote(suite)]);
    const developed = extension ?? (suite && emptyExtension(home)); // a suite needs a development extension, be it empty
    if (developed) payload.push(["extensionDevelopmentPath", remote(developed)]);
    if (file) payload.push(["openFile", remote(path.join(workspace, file))]);
    await page.goto(`http://${host}/?${new URLSearchParams({ folder: realpathSync(workspace), payload: JSON.stringify(payload) })}`, { timeout: 120_000 });
    return { page, exitCode, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The port that VS Code's server listens on, once it says so. */
function listening(server, verbose) {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk) => {
      output += chunk;
      if (verbose) process.stderr.write(chunk);
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port) resolve(port);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", (code) => reject(new Error(`VS Code's server ended with ${code}\n${output}`)));
    setTimeout(() => reject(new Error(`VS Code's server did not start\n${output}`)), 60_000).unref();
  });
}

function emptyExtension(home) {
  const folder = path.join(home, "empty-extension");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "empty", publisher: "test", version: "0.0.0", engines: { vscode: "*" } }));
  return folder;
}
