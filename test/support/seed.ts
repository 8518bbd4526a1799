/** Properties try the same texts in every run, so that what passes here passes in CI too; `npm run fuzz` tries others, by this variable. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.CQLWRIGHT_SEED ?? 1) });
