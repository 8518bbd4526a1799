import type { CqlType } from "../../schema/type";
import type { Constant } from "../../syntax/ast";
import type { Finding } from "../violation";
import { refuse } from "./steps";

/** Kinds of Java literals with the CQL types whose values they can be; a literal is never converted to another boxed type. */
const LITERALS: readonly { readonly pattern: RegExp; readonly what: string; readonly types: readonly string[] }[] = [
  { pattern: /^"(?:[^"\\]|\\.)*"$/, what: "a text", types: ["text", "ascii"] },
  { pattern: /^-?\d+$/, what: "an int", types: ["int", "smallint", "tinyint"] },
  { pattern: /^-?\d+[lL]$/, what: "a long", types: ["bigint", "counter"] },
  { pattern: /^-?\d*\.\d+[dD]?$/, what: "a double", types: ["double"] },
  { pattern: /^-?\d*\.?\d+[fF]$/, what: "a float", types: ["float"] },
  { pattern: /^(?:true|false)$/, what: "a boolean", types: ["boolean"] },
];
const JAVA_IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const JAVA_WORDS: ReadonlySet<string> = new Set(("abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto "
  + "if implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw throws transient "
  + "try void volatile while true false null").split(" "));
/** What a body can name besides its parameters. */
const AMBIENT: ReadonlySet<string> = new Set(["null", "true", "false", "this", "udfContext"]);

/**
 * What is sure about a Java body without compiling it (D-FUN-8): refused when it cannot compile, not judged when it is not plainly a
 * method body that returns something. What uses a forbidden class, or calls what is not there, is not seen here.
 */
export function judgeJavaBody(body: Constant, parameters: readonly string[], returns: CqlType): Finding {
  const text = stripComments(body.value).trim();
  const fail = (problem: string): Finding => refuse("function-body", body.range, { problem });
  const odd = parameters.find((name) => !JAVA_IDENTIFIER.test(name) || JAVA_WORDS.has(name));
  if (odd !== undefined) return fail(`${odd} cannot be a name in Java`);
  const statements = topStatements(text);
  if (statements === undefined) return fail("its brackets or quotes do not match");
  if (text === "" || !/[;}]$/.test(text)) return fail("it ends without a semicolon");
  if (!/\b(?:return|throw)\b/.test(text)) return fail("it returns nothing");
  if (/\breturn\s*;/.test(text)) return fail("it returns without a value");
  const leaves = statements.findIndex((statement) => /^(?:return|throw)\b/.test(statement));
  if (leaves >= 0 && leaves < statements.length - 1) return fail("nothing after its first return is ever reached");
  const last = statements[statements.length - 1] ?? "";
  if (leaves < 0) return /\b(?:else|catch)\b/.test(last) ? undefined : { unjudged: "the function's body is not compiled here" };
  return judgeReturned(/^return\s+([^]*)$/.exec(last)?.[1]?.trim(), parameters, returns, fail);
}

/** A bare literal or name behind the last return. */
function judgeReturned(value: string | undefined, parameters: readonly string[], returns: CqlType, fail: (problem: string) => Finding): Finding {
  if (value === undefined) return undefined;
  if (JAVA_IDENTIFIER.test(value) && !parameters.includes(value) && !AMBIENT.has(value)) return { unjudged: `nothing tells what ${value} is in the function's body` };
  const literal = LITERALS.find(({ pattern }) => pattern.test(value));
  const type = returns.kind === "native" ? returns.name : "";
  return literal === undefined || literal.types.includes(type) ? undefined : fail(`it returns ${literal.what}, which is no ${type === "" ? returns.kind : type}`);
}

/** The text with its comments taken out; those that only look like comments, inside quotes, stay. */
function stripComments(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*[^]*?\*\/|\/\/[^\n]*/g, (part) => (part.startsWith("/") ? " " : part));
}

const CLOSERS: ReadonlyMap<string, string> = new Map([["(", ")"], ["[", "]"], ["{", "}"]]);

/**
 * The statements that stand outside of all brackets, trimmed, without their `;`; a block ends a statement but for what may follow it.
 * Undefined when brackets or quotes do not match.
 */
function topStatements(text: string): readonly string[] | undefined {
  const open: string[] = [];
  const statements: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"' || character === "'") {
      const end = endOfQuoted(text, i);
      if (end === undefined) return undefined;
      i = end;
      continue;
    }
    const closer = CLOSERS.get(character);
    if (closer !== undefined) open.push(closer);
    else if ((character === ")" || character === "]" || character === "}") && open.pop() !== character) return undefined;
    if (open.length > 0) continue;
    const endsBlock = character === "}" && !/^\s*(?:else|catch|finally|while|[;,.)])/.test(text.slice(i + 1, i + 20));
    if (character !== ";" && !endsBlock) continue;
    statements.push(text.slice(start, character === ";" ? i : i + 1).trim());
    start = i + 1;
  }
  return open.length === 0 ? statements : undefined;
}

/** The index of the quote that closes the one at `start`; undefined when the line ends before. */
function endOfQuoted(text: string, start: number): number | undefined {
  for (let i = start + 1; i < text.length && text[i] !== "\n"; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === text[start]) return i;
  }
  return undefined;
}
