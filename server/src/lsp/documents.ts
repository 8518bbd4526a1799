/** The texts that the client has open, in its own spelling of their URIs, and the lines of every other file when they are asked for. */
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { CqlService } from "../workspace/service";
import { documentOf, type Place } from "./convert";

export interface OpenDocument {
  /** The client's spelling of the URI. */
  readonly uri: string;
  readonly lines: TextDocument;
}

/** All URIs here are canonical ones (`Host.canonical`), but for `OpenDocument.uri` and `Place.uri`. */
export interface Documents {
  readonly open: (uri: string, shown: string, text: string, version: number) => void;
  /** The open document; undefined when the client does not have it open. */
  readonly get: (uri: string) => OpenDocument | undefined;
  readonly has: (uri: string) => boolean;
  readonly close: (uri: string) => void;
  /** The lines of an open document, or of a file that the service knows. */
  readonly linesOf: (uri: string) => TextDocument | undefined;
  readonly placeOf: (uri: string) => Place;
  /** Lets go of the lines of files that are no longer known. */
  readonly forget: (isKnown: (uri: string) => boolean) => void;
}

/** Makes the documents of one connection; `service` holds the texts of files that are not open. */
export function createDocuments(service: Pick<CqlService, "text">): Documents {
  const documents = new Map<string, OpenDocument>();
  const closed = new Map<string, TextDocument>();

  const linesOf = (uri: string): TextDocument | undefined => {
    const open = documents.get(uri);
    if (open !== undefined) return open.lines;
    const text = service.text(uri);
    if (text === undefined) return undefined;
    const known = closed.get(uri);
    if (known !== undefined && known.getText() === text) return known;
    const lines = documentOf(uri, text);
    closed.set(uri, lines);
    return lines;
  };

  return {
    open: (uri, shown, text, version) => {
      closed.delete(uri);
      documents.set(uri, { uri: shown, lines: documentOf(shown, text, version) });
    },
    get: (uri) => documents.get(uri),
    has: (uri) => documents.has(uri),
    close: (uri) => void documents.delete(uri),
    linesOf,
    placeOf: (uri) => {
      const open = documents.get(uri);
      return { uri: open?.uri ?? uri, document: linesOf(uri), version: open?.lines.version ?? null };
    },
    forget: (isKnown) => {
      for (const uri of [...closed.keys()]) if (!isKnown(uri)) closed.delete(uri);
    },
  };
}
