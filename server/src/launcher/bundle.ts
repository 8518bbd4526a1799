/** What `dist/cqlwright.js` holds: both programs. Each is given what is to be called once much of its code has run (`Keep`). */
export { runCli } from "../cli/main";
export { startFromArguments as runServer } from "../lsp/node";
