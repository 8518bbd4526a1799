import type { CqlType } from "../../schema/type";
import type { Constant } from "../../syntax/ast";
import type { Finding } from "../violation";
import { refuse } from "./steps";

/** CQL types whose Java values are no text, numbers, or truth values: a bare literal of another kind never compiles as a result. */
const NUMBERS: ReadonlySet<string> = new Set(["int", "bigint", "smallint", "tinyint", "float", "double", "counter"]);
const STRING_ONLY = /^return\s+"(?:[^"\\]|\\.)*"\s*;$/;
const NUMBER_ONLY = /^return\s+-?\d+\s*;$/;
const TRUTH_ONLY = /^return\s+(?:true|false)\s*;$/;
const JAVA_IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * What is sure about a Java body without compiling it (D-FUN-8): refused when it cannot compile, not judged when it is not plainly a
 * method body that returns something. What uses a forbidden class is not seen here.
 */
export function judgeJavaBody(body: Constant, parameters: readonly string[], returns: CqlType): Finding {
  const text = stripComments(body.value).trim();
  const fail = (problem: string): Finding => refuse("function-body", body.range, { problem });
  const odd = parameters.find((name) => !JAVA_IDENTIFIER.test(name));
  if (odd !== undefined) return fail(`${odd} cannot be a name in Java`);
  if (!isBalanced(text)) return fail("its brackets or quotes do not match");
  if (text === "" || !/[;}]$/.test(text)) return fail("it ends without a semicolon");
  if (!/\b(?:return|throw)\b/.test(text)) return fail("it returns nothing");
  if (/\breturn\s*;/.test(text)) return fail("it returns without a value");
  if (returns.kind === "native") {
    const isText = returns.name === "text" || returns.name === "ascii";
    if (STRING_ONLY.test(text) && !isText) return fail(`it returns a text, not ${returns.name}`);
    if (NUMBER_ONLY.test(text) && !NUMBERS.has(returns.name)) return fail(`it returns a number, not ${returns.name}`);
    if (TRUTH_ONLY.test(text) && returns.name !== "boolean") return fail(`it returns true or false, not ${returns.name}`);
  }
  return undefined;
}

/** The text with its comments taken out; those that only look like comments, inside quotes, stay. */
function stripComments(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*[^]*?\*\/|\/\/[^\n]*/g, (part) => (part.startsWith("/") ? " " : part));
}

const CLOSERS: ReadonlyMap<string, string> = new Map([["(", ")"], ["[", "]"], ["{", "}"]]);

/** Whether brackets match and quotes are closed. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  const bare = text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "");
  if (/["']/.test(bare)) return false;
  for (const character of bare) {
    const closer = CLOSERS.get(character);
    if (closer !== undefined) open.push(closer);
    else if ((character === ")" || character === "]" || character === "}") && open.pop() !== character) return false;
  }
  return open.length === 0;
}
