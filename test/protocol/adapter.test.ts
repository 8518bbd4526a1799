/** The adapter's own behaviour, with a service that the test makes up: mistakes of ours, abilities of clients, conversion. */
import { expect, test } from "vitest";
import type { Fix } from "../../server/src/features/diagnostics/diagnostic";
import type { CqlService, FileResult } from "../../server/src/workspace/service";
import { EDITOR, startInMemory } from "./client";

const URI = "file:///nowhere/made-up.cql";

/** A service that finds the word "bad" wrong; each test changes what it is about. */
function madeUp(changes: Partial<CqlService> = {}): CqlService {
  const texts = new Map<string, string>();
  const stale = new Set<string>();
  return {
    setProject: () => undefined, removeProject: () => undefined,
    setFile: (uri, text) => {
      texts.set(uri, text);
      stale.add(uri);
    },
    editFile: (uri, { start, end }, text) => {
      const old = texts.get(uri) ?? "";
      texts.set(uri, old.slice(0, start) + text + old.slice(end));
      stale.add(uri);
    },
    removeFile: (uri) => void texts.delete(uri),
    lenses: () => [], lensTitle: () => "", plans: () => undefined,
    files: () => [...texts.keys()],
    text: (uri) => texts.get(uri),
    check: (uri): FileResult => {
      const start = texts.get(uri)?.indexOf("bad") ?? -1;
      return { uri, target: "cassandra-5.0", statements: [], diagnostics: start < 0 ? [] : [{ code: "bad-word", severity: "warning", message: "This is bad.", why: "It always was.", range: { start, end: start + 3 }, related: [] }] };
    },
    hover: () => undefined, actions: () => [], fixes: () => [], explain: () => [], design: () => [], designProject: () => ({ tables: [], queries: [], searches: [], unused: [] }),
    schema: () => ({ keyspaces: new Map(), droppedKeyspaces: new Set(), roles: new Set(), complete: false }),
    definition: () => undefined,
    takeStale: () => {
      const now = [...stale];
      stale.clear();
      return now;
    },
    ...changes,
  };
}

test("a mistake of ours is logged, answered with nothing, and the next request is served", async () => {
  let broken = true;
  const service = madeUp({
    hover: () => {
      if (broken) throw new Error("our bug");
      return { markdown: "fine", range: { start: 0, end: 1 } };
    },
    actions: () => {
      throw new Error("our other bug");
    },
  });
  const client = await startInMemory({}, service);
  await client.open(URI, "bad");
  expect(await client.hover(URI, "bad")).toBeNull();
  expect(await client.actions(URI, { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } })).toEqual([]);
  expect(client.logged.filter((line) => line.includes("our bug"))).toHaveLength(1);
  broken = false;
  expect(await client.hover(URI, "bad")).toMatchObject({ contents: { value: "fine" } });
  await client.stop();
});

test("a check that throws loses only its own result", async () => {
  const service = madeUp();
  const client = await startInMemory({}, { ...service, check: (uri) => (uri === URI ? (() => { throw new Error("our bug"); })() : service.check(uri)) });
  await client.open(URI, "bad");
  await client.open("file:///nowhere/second.cql", "bad");
  expect(await client.diagnostics("file:///nowhere/second.cql")).toHaveLength(1);
  expect(client.logged.some((line) => line.includes("our bug"))).toBe(true);
  await client.stop();
});

test("message and reason are two lines, the severity is the service's", async () => {
  const client = await startInMemory({}, madeUp());
  await client.open(URI, "so bad");
  expect(await client.diagnostics(URI)).toMatchObject([{ severity: 2, message: "This is bad.\nIt always was.", range: { start: { line: 0, character: 3 }, end: { line: 0, character: 6 } } }]);
  await client.stop();
});

const FIX: Fix = { title: "Create it", safety: "unsafe", preferred: true, edits: [{ uri: "file:///nowhere/V2__new.cql", range: { start: 0, end: 0 }, text: "CREATE …" }, { uri: URI, range: { start: 0, end: 3 }, text: "good" }] };
const withFix = (): CqlService => madeUp({ actions: () => [{ fix: FIX, kind: "quickfix", diagnostics: [0] }] });
const WHOLE = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

test("a fix that needs a new file creates it where the client can", async () => {
  const client = await startInMemory({ capabilities: EDITOR }, withFix());
  await client.open(URI, "bad");
  const [action] = await client.actions(URI, WHOLE);
  expect(action).toMatchObject({ title: "Create it", isPreferred: true, kind: "quickfix", diagnostics: [{ code: "bad-word" }] });
  expect(action?.edit?.documentChanges).toMatchObject([
    { kind: "create", uri: "file:///nowhere/V2__new.cql" },
    { textDocument: { uri: "file:///nowhere/V2__new.cql", version: null }, edits: [{ newText: "CREATE …" }] },
    { textDocument: { uri: URI, version: 1 }, edits: [{ newText: "good" }] },
  ]);
  await client.stop();
});

test("a fix that needs a new file is not offered to a client that cannot create one", async () => {
  const client = await startInMemory({ capabilities: {} }, withFix());
  await client.open(URI, "bad");
  expect(await client.actions(URI, WHOLE)).toEqual([]);
  await client.stop();
});

test("edits that reach further are confirmed where the client can ask, and carry the version that they were made for", async () => {
  const fix: Fix = { title: "Write both", safety: "unsafe", confirm: "Write the copy too", edits: [{ uri: URI, range: { start: 0, end: 3 }, text: "good" }] };
  const service = (): CqlService => madeUp({ actions: () => [{ fix, kind: "refactor", diagnostics: [] }] });
  const asking = await startInMemory({ capabilities: { ...EDITOR, workspace: { ...EDITOR.workspace, workspaceEdit: { ...EDITOR.workspace?.workspaceEdit, changeAnnotationSupport: { groupsOnLabel: true } } } } }, service());
  await asking.open(URI, "bad");
  expect((await asking.actions(URI, WHOLE))[0]?.edit).toMatchObject({
    changeAnnotations: { confirm: { label: "Write the copy too", needsConfirmation: true } },
    documentChanges: [{ textDocument: { uri: URI, version: 1 }, edits: [{ newText: "good", annotationId: "confirm" }] }],
  });
  await asking.stop();
  const plain = await startInMemory({ capabilities: EDITOR }, service());
  await plain.open(URI, "bad");
  expect((await plain.actions(URI, WHOLE))[0]?.edit).not.toHaveProperty("changeAnnotations");
  await plain.stop();
});

test("the design of a project is a page of Markdown, or JSON", async () => {
  const client = await startInMemory({}, madeUp());
  await client.open(URI, "bad");
  const ask = (format: string): Promise<string> => client.connection.sendRequest("cqlwright/designProject", { textDocument: { uri: URI }, format });
  expect(await ask("markdown")).toContain("# Tables of the project");
  expect(JSON.parse(await ask("json"))).toMatchObject({ version: 1, projects: [{ tables: [] }] });
  await client.stop();
});

test("a URI in another spelling is the same file, and is answered in the client's spelling", async () => {
  const client = await startInMemory({}, madeUp());
  const spelled = "file:///nowhere/with%20space%2B%28x%29.cql";
  await client.open(spelled, "bad");
  expect(await client.diagnostics(spelled)).toHaveLength(1);
  await client.stop();
});

test("the status goes only to clients that ask for it", async () => {
  const asking = await startInMemory({ initializationOptions: { status: true } }, madeUp({ check: (uri) => ({ uri, target: "scylla", statements: [], diagnostics: [], notOurs: { language: "Cypher" } }) }));
  await asking.open(URI, "MATCH (n) RETURN n");
  await asking.until(() => asking.statuses.length > 0);
  expect(asking.statuses).toMatchObject([{ uri: URI, target: "scylla", targetFrom: "comment", otherLanguage: "Cypher" }]);
  await asking.stop();
  const other = await startInMemory({}, madeUp());
  await other.open(URI, "bad");
  await other.diagnostics(URI);
  expect(other.statuses).toEqual([]);
  await other.stop();
});
