/** What `dist/cli.js` is: the commands `cqlwright` and `cqlwright-language-server`, and each of their threads. */
import { launch } from "./launch";

const { bundle, keep } = launch();
bundle.runCli(keep);
