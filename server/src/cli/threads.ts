/**
 * `check` on several threads. Each holds the whole input, since a statement sees the definitions of all files, and takes the next file that
 * nobody has taken; the parts are put together in the order of the files, so the report is that of one thread.
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { checkFormat } from "./report/format";
import { openSession, type Gathered } from "./session";
import { checkShare, type FilePart } from "./share";

/** A thread has its own parser and its own compiled code: below this much text (UTF-16 units) for each it costs more than it brings. */
const TEXT_OF_A_THREAD = 3_000_000;
/** Each thread holds the project, so more of them cost memory. */
const MOST_THREADS = 8;

/** What the threads need to know beside the input. */
export interface Manner {
  readonly format: string;
  readonly colored: boolean;
  readonly quiet: boolean;
}

/** How many threads to use: as many as `wanted`, or as the machine has and the text is worth; never more than files. */
export function threadsFor({ files, texts }: Gathered, wanted: number | undefined): number {
  const worth = Math.floor(texts.reduce((sum, { text }) => sum + text.length, 0) / TEXT_OF_A_THREAD);
  return Math.max(1, Math.min(files.length, wanted ?? Math.min(worth, MOST_THREADS, availableParallelism())));
}

/** A fault of ours during the check of a file. */
interface Fault {
  readonly index: number;
  readonly what: string;
  readonly message: string;
  readonly stack: string;
}

interface Job {
  readonly gathered: Gathered;
  readonly manner: Manner;
  /** The number of the next file, shared by all threads. */
  readonly next: Int32Array;
}

/** What a thread has done. `failed`: it could not go on, and why. */
interface Share {
  readonly parts: readonly FilePart[];
  readonly faults: readonly Fault[];
  readonly failed?: string;
}

/**
 * Checks all named files on `threads` threads, this one among them; parts in the order of the files. `report` is told of each fault once, in
 * that order too. Rejects where a thread cannot go on.
 */
export async function checkOnThreads(gathered: Gathered, manner: Manner, threads: number, report: (what: string, fault: unknown) => void): Promise<readonly FilePart[]> {
  const job: Job = { gathered, manner, next: new Int32Array(new SharedArrayBuffer(4)) };
  const others = Array.from({ length: threads - 1 }, () => onThread(job));
  const settled = Promise.allSettled(others); // their failures wait until this thread is done
  const own = takeShare(job);
  const shares = [own, ...(await settled).map((one): Share => (one.status === "fulfilled" ? one.value : { parts: [], faults: [], failed: describe(one.reason) }))];
  const told = new Set<string>();
  for (const { what, message, stack } of shares.flatMap(({ faults }) => faults).sort((a, b) => a.index - b.index)) {
    if (told.has(`${what}: ${message}`)) continue;
    told.add(`${what}: ${message}`);
    report(what, stack);
  }
  const failed = shares.find((share) => share.failed !== undefined)?.failed;
  if (failed !== undefined) throw Object.assign(new Error("A thread could not go on."), { stack: failed });
  return shares.flatMap(({ parts }) => parts).sort((a, b) => a.index - b.index);
}

/** Whether this is a thread that `checkOnThreads` has started; its work is done by the call. */
export function servedAsThread(): boolean {
  if (isMainThread || parentPort === null) return false;
  parentPort.postMessage(takeShare(workerData as Job));
  return true;
}

/** Starts a thread on the command line's launcher, which stands beside this bundle. Rejects where it ends without an answer: out of memory, for one. */
function onThread(job: Job): Promise<Share> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(__dirname, "cli.js"), { workerData: job });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (status) => { reject(new Error(`A thread ended with status ${status}.`)); });
  });
}

function takeShare({ gathered, manner, next }: Job): Share {
  const faults: Fault[] = [];
  let index = -1;
  let parts: readonly FilePart[] = [];
  try {
    const session = openSession(gathered, (what, fault) => faults.push({ index, what, message: fault instanceof Error ? fault.message : String(fault), stack: describe(fault) }));
    parts = checkShare(session, () => (index = Atomics.add(next, 0, 1)), checkFormat(manner.format, manner.colored), manner);
    return { parts, faults };
  } catch (error) {
    return { parts, faults, failed: describe(error) };
  }
}

function describe(fault: unknown): string {
  return fault instanceof Error ? fault.stack ?? fault.message : String(fault);
}
