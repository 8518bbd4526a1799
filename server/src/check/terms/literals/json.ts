/** A JSON value; numbers keep their text, because what they may stand for depends on how they are written. */
export type Json =
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "array"; readonly items: readonly Json[] }
  | { readonly kind: "object"; readonly entries: readonly { readonly key: string; readonly value: Json }[] };

const BLANKS = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\0-\x1f]*/y;
const UNICODE = /[0-9A-Fa-f]{4}/y;
const WORD = /(?:true|false|null)(?![A-Za-z0-9_$])/y;
const ENDS_NUMBER = /^[ \t\r\n,\]}]?$/;
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const DEEPEST = 100;

/** Thrown inside this file only: the text breaks the grammar of JSON. */
class Malformed extends Error {}

/** Reads a text from `at` on. */
class Reader {
  at = 0;
  constructor(readonly text: string) {}

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    return match[0];
  }

  /** The next character behind blanks. */
  peek(): string {
    this.take(BLANKS);
    return this.text.charAt(this.at);
  }

  expect(character: string): void {
    if (this.peek() !== character) throw new Malformed();
    this.at++;
  }

  value(depth: number): Json {
    if (depth > DEEPEST) throw new Malformed();
    const next = this.peek();
    if (next === "{") return this.object(depth);
    if (next === "[") return this.array(depth);
    if (next === '"') return { kind: "string", value: this.string() };
    const word = this.take(WORD);
    if (word !== undefined) return word === "null" ? { kind: "null" } : { kind: "boolean", value: word === "true" };
    const number = this.take(NUMBER);
    if (number === undefined || !ENDS_NUMBER.test(this.text.charAt(this.at))) throw new Malformed();
    return { kind: "number", text: number };
  }

  string(): string {
    this.expect('"');
    let value = "";
    for (;;) {
      value += this.take(PLAIN) ?? "";
      const next = this.text.charAt(this.at++);
      if (next === '"') return value;
      if (next !== "\\") throw new Malformed();
      const escape = this.text.charAt(this.at++);
      if (escape === "u") {
        const digits = this.take(UNICODE);
        if (digits === undefined) throw new Malformed();
        value += String.fromCharCode(parseInt(digits, 16));
      } else {
        const character = ESCAPES[escape];
        if (character === undefined) throw new Malformed();
        value += character;
      }
    }
  }

  array(depth: number): Json {
    this.expect("[");
    const items: Json[] = [];
    if (this.peek() === "]") this.at++;
    else {
      do items.push(this.value(depth + 1)); while (this.peek() === "," && this.at++ >= 0);
      this.expect("]");
    }
    return { kind: "array", items };
  }

  object(depth: number): Json {
    this.expect("{");
    const entries: { key: string; value: Json }[] = [];
    if (this.peek() === "}") this.at++;
    else {
      do {
        this.peek();
        const key = this.string();
        this.expect(":");
        entries.push({ key, value: this.value(depth + 1) });
      } while (this.peek() === "," && this.at++ >= 0);
      this.expect("}");
    }
    return { kind: "object", entries };
  }
}

/** The JSON value that a text begins with, as the server's reader takes it: what follows is ignored. Undefined where there is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return new Reader(text).value(0);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
