/** What `dist/server.js` is: the language server that the extension starts. */
import { launch } from "./launch";

const { bundle, keep } = launch();
bundle.runServer(keep);
