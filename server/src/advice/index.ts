import companionWriteMissing from "./companion-write-missing/rule";
import differentNow from "./different-now/rule";
import type { AdviceRule } from "./rule";

/** Every rule, by name. */
export const ADVICE_RULES: readonly AdviceRule[] = [companionWriteMissing, differentNow];
