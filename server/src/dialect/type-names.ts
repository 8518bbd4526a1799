/** The CQL name of a type of another language (`string` → `text`); undefined for names that nobody takes for a type. Lower case in. */
export function foreignTypeName(_name: string): string | undefined {
  return undefined;
}
