/** What `dist/server.js` runs: the extension starts it. */
import { startFromArguments } from "./node";

startFromArguments();
