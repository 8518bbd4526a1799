/** Lines of a text: where they begin, and what line and column an offset has. Lines end with LF, CRLF or CR, as in LSP. */
export class LineIndex {
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    }
    this.starts = starts;
  }

  /** Line and column of an offset, both from 0, the column in UTF-16 units; an offset outside the text is brought inside it. */
  positionAt(offset: number): { readonly line: number; readonly column: number } {
    const inside = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: inside - (this.starts[low] ?? 0) };
  }

  /** The offset of a line and column from 0; beyond the line's or the text's end it is that end. */
  offsetAt(line: number, column: number): number {
    if (line >= this.starts.length) return this.text.length;
    const start = this.starts[Math.max(0, line)] ?? 0;
    return Math.min(start + Math.max(0, column), this.lineEnd(Math.max(0, line)));
  }

  /** The text of a line (from 0) without its line end; empty beyond the last line. */
  lineText(line: number): string {
    return line < this.starts.length ? this.text.slice(this.starts[line], this.lineEnd(line)) : "";
  }

  private lineEnd(line: number): number {
    let end = this.starts[line + 1] ?? this.text.length;
    if (line + 1 < this.starts.length) {
      if (this.text.charCodeAt(end - 1) === 10) end--;
      if (end > (this.starts[line] ?? 0) && this.text.charCodeAt(end - 1) === 13) end--;
    }
    return end;
  }
}
