/** Options of WITH as values of the model. */
import type { Property, PropertyValue } from "../syntax/ast";
import type { OptionValue } from "./model";

/** One option's value: text as written (strings decoded), or a map of such texts. */
function optionValue(value: PropertyValue): OptionValue {
  return value.kind === "map" ? new Map(value.entries.map((entry) => [entry.key.value, optionText(entry.value)])) : optionText(value);
}

function optionText(value: PropertyValue): string {
  switch (value.kind) {
    case "constant": return value.value;
    case "keyword":
    case "template": return value.text;
    case "list": return value.items.map(optionText).join(", ");
    case "map": return value.entries.map((entry) => `${entry.key.value}: ${optionText(entry.value)}`).join(", ");
  }
}

/** The options of a WITH clause over those that stand already; names count in lower case (A4c), the last of a name wins. */
export function readOptions(properties: readonly Property[], before?: ReadonlyMap<string, OptionValue>): ReadonlyMap<string, OptionValue> {
  const options = new Map(before);
  for (const property of properties) options.set(property.name.value.toLowerCase(), optionValue(property.value));
  return options;
}

/** The entries of a map option; undefined when the option is absent or no map. */
export function mapOption(properties: readonly Property[], name: string): ReadonlyMap<string, string> | undefined {
  const value = readOptions(properties).get(name);
  return typeof value === "object" ? value : undefined;
}
