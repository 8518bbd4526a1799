/** The language that the text of a .cql file is written in, where it is surely not ours (corpus.md); undefined: ours. */
export function otherLanguage(_text: string): string | undefined {
  return undefined;
}
