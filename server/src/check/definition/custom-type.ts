import { MARSHAL_CLASSES, MARSHAL_PACKAGE } from "../../dialect/marshal-classes";
import type { TypeReference } from "../../syntax/ast";
import type { CheckContext } from "../judgement";
import { suggestion } from "../names";
import { firstOf } from "../result";
import { violate } from "../violate";
import type { Finding } from "../violation";
import { serverClass } from "./server-class";

/** Quoted types that the parser itself cannot make (D-TYP-11): the first in text order, at whatever depth of the types. */
export function checkCustomTypes(references: readonly TypeReference[], context: CheckContext): Finding {
  return firstOf(references, (reference) => checkInside(reference, context));
}

function checkInside(reference: TypeReference, context: CheckContext): Finding {
  switch (reference.kind) {
    case "custom": {
      const verdict = judgeClass(reference.className.trim(), context, 0);
      if (verdict === "foreign" && !context.schema.complete) return { unjudged: `nothing tells whether the server has the class ${reference.className}` };
      if (verdict === "good") return undefined;
      const classes = MARSHAL_CLASSES[context.target];
      return violate("unknown-custom-type", reference.range, { class: reference.className, ...suggestion(reference.className, classes.keys()) }, { errorClass: "syntax" });
    }
    case "list":
    case "set":
    case "vector": return checkInside(reference.element, context);
    case "map": return firstOf([reference.key, reference.value], (inner) => checkInside(inner, context));
    case "tuple": return firstOf(reference.items, (inner) => checkInside(inner, context));
    case "frozen": return checkInside(reference.inner, context);
    default: return undefined;
  }
}

type ClassVerdict = "good" | "bad" | "foreign";
const DEEPEST = 50;

/** Whether `text` is a class of values with what it needs in parentheses; '' stands for bytes. */
function judgeClass(text: string, context: CheckContext, depth: number): ClassVerdict {
  if (text === "") return "good";
  if (depth > DEEPEST) return "foreign";
  const open = text.indexOf("(");
  const name = (open < 0 ? text : text.slice(0, open)).trim();
  const takes = serverClass(name, MARSHAL_PACKAGE, MARSHAL_CLASSES[context.target]);
  if (takes === "unknown") return "bad";
  const inside = open < 0 ? undefined : splitArguments(text.slice(open));
  if (open >= 0 && inside === undefined) return "bad";
  if (takes === "foreign" || takes === "any") return takes === "any" ? "good" : "foreign";
  if (takes === "none") return "good";
  if (inside === undefined || inside.length === 0) return "bad";
  const verdicts = inside.map((argument) => judgeClass(argument, context, depth + 1));
  if (verdicts.includes("bad")) return "bad";
  return verdicts.includes("foreign") ? "foreign" : "good";
}

/** The arguments of `(a, b(c), d)`; undefined when the parentheses do not match. */
function splitArguments(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = 1;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === "(") depth++;
    else if (character === ")") depth--;
    if ((character === "," && depth === 1) || depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
    if (depth === 0) return i === text.length - 1 ? parts.filter((part) => part !== "") : undefined;
  }
  return undefined;
}
