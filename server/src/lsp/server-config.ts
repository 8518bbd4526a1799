/** `server.config` of a cqlwright.json: the team's own cassandra.yaml, read from wherever the host keeps files. The command line uses it too. */
import type { PartialSettings } from "../workspace/config";
import type { FileContent } from "./host";

export interface WithServerConfig {
  readonly settings: PartialSettings;
  /** One sentence (without its full stop) for each thing that is wrong, beginning with the path as the settings write it. */
  readonly problems: readonly string[];
}

/**
 * Adds the switches and guardrails of the cassandra.yaml that `settings` name, if they name one; what they set under `server` themselves wins. `read`
 * is given the path as written, relative to the folder of the settings. Never rejects for what is in the file.
 */
export async function withServerConfig(settings: PartialSettings, read: (path: string) => Promise<FileContent>): Promise<WithServerConfig> {
  const { serverConfig } = settings;
  if (serverConfig === undefined) return { settings, problems: [] };
  const content = await read(serverConfig);
  if (content.kind === "unreadable") return { settings, problems: [`"server.config": ${serverConfig} cannot be read: ${content.reason.replace(/\.$/, "")}`] };
  const { readCassandraYaml } = await import("../workspace/cassandra-yaml"); // a YAML parser is loaded only where it is needed
  const yaml = readCassandraYaml(content.text);
  return { settings: { ...settings, server: { ...yaml.settings, ...settings.server } }, problems: yaml.problems.map((problem) => `"server.config": ${serverConfig} ${problem}`) };
}
