// Says what the VS Code tests lack on this machine, in one plain line, and exits 1; prints nothing and exits 0 when all is there.
import { missing } from "./vscode.mjs";

const lack = missing();
if (lack !== undefined) {
  console.log(lack);
  process.exitCode = 1;
}
