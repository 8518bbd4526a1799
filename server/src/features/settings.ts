import type { Target } from "../dialect/target";
import type { ServerSettings } from "../check/judgement";
import type { Severity } from "./diagnostics/diagnostic";

/** The settings of contract.md section 8 that change what the service answers. Those of cqlwright.json have won already. */
export interface Settings {
  readonly target: Target;
  readonly keyspace?: string;
  readonly schema: { readonly include?: readonly string[]; readonly exclude: readonly string[]; readonly complete: boolean };
  readonly advice: "off" | "recommended" | "all";
  readonly severity: Readonly<Record<string, Severity | "off">>;
  readonly server: ServerSettings;
  /** Whether lenses say how statements run; they do unless this is false. */
  readonly codeLens?: boolean;
}
