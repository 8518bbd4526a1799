/** Our values to the protocol's. Nothing else knows both. */
import {
  CodeActionKind, DiagnosticSeverity, MarkupKind,
  type CodeAction, type CodeLens, type CreateFile, type Diagnostic as LspDiagnostic, type Hover, type Location, type Range as LspRange,
  type TextDocumentEdit, type TextEdit, type WorkspaceEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { homepage } from "../../../package.json";
import type { ActionResult } from "../features/actions/action";
import type { Diagnostic, FileEdit, Severity } from "../features/diagnostics/diagnostic";
import type { Lens } from "../features/lenses/lenses";
import type { HoverResult } from "../features/hover/hover-result";
import type { Origin } from "../schema/model";
import type { Range } from "../text/range";

/** A document as conversion sees it: lines of the text, the client's spelling of the URI, the editor's version (null: not open, undefined: no such file). */
export interface Place {
  readonly uri: string;
  readonly document: TextDocument | undefined;
  readonly version: number | null;
}

/** Finds a file by its canonical URI; a file that does not exist has no `document`. */
export type PlaceOf = (uri: string) => Place;

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The command of the client that asks for the plans of a query; arguments: URI and position. */
export const DESIGN_COMMAND = "cqlwright.design";

/** The name that stands before every message of ours. */
export const SOURCE = "cqlwright";

/** Where a code's page can be read: package.json's homepage, then docs/codes. */
export function pageOf(code: string): string {
  return `${homepage}/docs/codes/${code}.md`;
}

/** Lines of a text for conversion. */
export function documentOf(uri: string, text: string, version = 0): TextDocument {
  return TextDocument.create(uri, "cql", version, text);
}

/** File offsets (half-open, UTF-16) to lines and characters; what lies outside is moved to the text's ends. */
export function toRange(document: TextDocument, range: Range): LspRange {
  return { start: document.positionAt(range.start), end: document.positionAt(Math.max(range.start, range.end)) };
}

/** Lines and characters to file offsets; half-open, clamped to the text. */
export function toOffsets(document: TextDocument, range: LspRange): Range {
  const start = document.offsetAt(range.start);
  return { start, end: Math.max(start, document.offsetAt(range.end)) };
}

/** A definition's place; undefined where its file is gone. */
export function toLocation(origin: Origin, placeOf: PlaceOf): Location | undefined {
  const place = placeOf(origin.uri);
  return place.document === undefined ? undefined : { uri: place.uri, range: toRange(place.document, origin.range) };
}

/** A diagnostic with its reason below the message, its page, and the definitions that explain it. `document` is the file's own text. */
export function toDiagnostic(diagnostic: Diagnostic, document: TextDocument, placeOf: PlaceOf): LspDiagnostic {
  const related = diagnostic.related.flatMap(({ origin, note }) => {
    const location = toLocation(origin, placeOf);
    return location === undefined ? [] : [{ location, message: note }];
  });
  return {
    range: toRange(document, diagnostic.range),
    severity: SEVERITIES[diagnostic.severity],
    code: diagnostic.code,
    codeDescription: { href: pageOf(diagnostic.code) },
    source: SOURCE,
    message: diagnostic.why === "" ? diagnostic.message : `${diagnostic.message}\n${diagnostic.why}`,
    ...(related.length > 0 ? { relatedInformation: related } : {}),
  };
}

/** A hover as Markdown. */
export function toHover(hover: HoverResult, document: TextDocument): Hover {
  return { contents: { kind: MarkupKind.Markdown, value: hover.markdown }, range: toRange(document, hover.range) };
}

/** What a lens carries until the client asks what it says. */
export interface LensData {
  readonly uri: string;
  readonly statement: number;
}

/** A lens; one that offers a design leads to the client's command with the document and the place, any other is resolved when it is seen. */
export function toCodeLens({ range, statement, design }: Lens, document: TextDocument, uri: string): CodeLens {
  const shown = toRange(document, range);
  const place = { start: shown.start, end: shown.start };
  return design ? { range: place, command: { title: "Design a table for this query…", command: DESIGN_COMMAND, arguments: [uri, shown.start] } } : { range: place, data: { uri, statement } satisfies LensData };
}

/** What a client can do with edits; from its capabilities. */
export interface EditSupport {
  readonly documentChanges: boolean;
  readonly createFile: boolean;
  readonly changeAnnotations: boolean;
}

/** The one annotation that an edit to be confirmed carries. */
const CONFIRM = "confirm";

/**
 * Edits of one or more files; undefined where the client cannot create a file that they need. With `confirm` the client shows them under that
 * heading and asks first. Each open file carries its version, so that a client refuses the edit where the text has changed since.
 */
export function toWorkspaceEdit(edits: readonly FileEdit[], placeOf: PlaceOf, support: EditSupport, confirm?: string): WorkspaceEdit | undefined {
  const asks = confirm !== undefined && support.documentChanges && support.changeAnnotations;
  const byFile = new Map<string, FileEdit[]>();
  for (const edit of edits) {
    const known = byFile.get(edit.uri);
    if (known === undefined) byFile.set(edit.uri, [edit]);
    else known.push(edit);
  }
  const changes: Record<string, TextEdit[]> = {};
  const documentChanges: (TextDocumentEdit | CreateFile)[] = [];
  for (const [uri, ofFile] of byFile) {
    const { document, version, uri: shown } = placeOf(uri);
    if (document === undefined) {
      if (!support.createFile) return undefined;
      documentChanges.push({ kind: "create", uri: shown, options: { ignoreIfExists: true } });
    }
    const lines = document ?? documentOf(uri, "");
    const textEdits = ofFile.map((edit) => ({ range: toRange(lines, edit.range), newText: edit.text, ...(asks ? { annotationId: CONFIRM } : {}) }));
    changes[shown] = textEdits;
    documentChanges.push({ textDocument: { uri: shown, version }, edits: textEdits });
  }
  if (!support.documentChanges) return { changes };
  return asks ? { documentChanges, changeAnnotations: { [CONFIRM]: { label: confirm, needsConfirmation: true } } } : { documentChanges };
}

/** A fix or refactoring; `diagnostics` are those of the file, converted, in the service's order. Undefined where the client cannot apply it. */
export function toCodeAction(action: ActionResult, diagnostics: readonly LspDiagnostic[], placeOf: PlaceOf, support: EditSupport): CodeAction | undefined {
  const edit = toWorkspaceEdit(action.fix.edits, placeOf, support, action.fix.confirm);
  if (edit === undefined) return undefined;
  const mended = action.diagnostics.flatMap((index) => diagnostics[index] ?? []);
  return {
    title: action.fix.title,
    kind: action.kind === "quickfix" ? CodeActionKind.QuickFix : CodeActionKind.RefactorRewrite,
    edit,
    ...(mended.length > 0 ? { diagnostics: mended } : {}),
    ...(action.fix.preferred === true ? { isPreferred: true } : {}),
  };
}
