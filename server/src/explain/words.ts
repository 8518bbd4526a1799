/** Names as a list in prose: `a`, `a and b`, `a, b and c`. */
export function formatNames(named: readonly { readonly name: string }[]): string {
  const names = named.map(({ name }) => name);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
