import type { Expression } from "../../syntax/ast";

/** Why a write has no companion that could be written down. */
export interface Problem {
  readonly kind: "problem";
  readonly code: string;
  readonly message: string;
}

/** The problem with that code. */
export function problem(code: string, message: string): Problem {
  return { kind: "problem", code, message };
}

/** The statements after the write, gathered in order, with what must be read for them beside the columns that their `:old_…` markers name. */
export class Followed {
  readonly kind = "followed";
  readonly statements: string[] = [];
  readonly notes: { readonly code: string; readonly message: string }[] = [];
  /** What is read under a name of its own: the value at a map's key. */
  readonly reads = new Map<string, Expression>();

  /** Adds statements behind those there are. */
  add(...texts: readonly string[]): void {
    this.statements.push(...texts);
  }

  /** Adds a note, once. */
  note(code: string, message: string): void {
    if (!this.notes.some((note) => note.code === code)) this.notes.push({ code, message });
  }

  /** Has `expression` read as `name`. */
  read(name: string, expression: Expression): void {
    this.reads.set(name, expression);
  }
}
