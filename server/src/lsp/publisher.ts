/** Decides when files are checked and their diagnostics sent: what a user edits at once, the rest of the project in small pieces. */
import type { CqlService, FileResult } from "../workspace/service";

export interface PublisherNeeds {
  readonly service: Pick<CqlService, "check" | "takeStale">;
  readonly isOpen: (uri: string) => boolean;
  /** Sends a file's diagnostics; for open files always, for others where they differ from the last ones. */
  readonly publish: (uri: string, result: FileResult) => void;
  readonly isWanted: (uri: string) => boolean;
  readonly withdraw: (uri: string) => void;
  readonly failed: (uri: string, error: unknown) => void;
}

export interface Publisher {
  /** Something changed; `uri` is published even where its diagnostics stay the same. */
  readonly changed: (uri?: string) => void;
  /** Nothing is sent until `work` has ended: a schema that is half read would give wrong warnings. */
  readonly during: (work: Promise<void>) => Promise<void>;
  readonly stop: () => void;
}

/** A check that takes longer than this makes the next one wait as long, so that fast typing never queues up checks. */
const QUICK_MS = 25;
const LONGEST_WAIT_MS = 200;
/** Files that are not open wait until nothing has changed for this long, and are then checked in pieces of the second length. */
const QUIET_MS = 150;
const PIECE_MS = 20;

/** Makes the publisher of one connection. */
export function createPublisher({ service, isOpen, publish, isWanted, withdraw, failed }: PublisherNeeds): Publisher {
  const urgent = new Set<string>();
  const background = new Set<string>();
  let holds = 0;
  let cost = 0;
  let urgentTimer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  let backgroundTimer: NodeJS.Timeout | undefined;

  const check = (uri: string): void => {
    try {
      if (isWanted(uri)) publish(uri, service.check(uri));
      else withdraw(uri);
    } catch (error) {
      failed(uri, error);
    }
  };

  const sort = (): void => {
    for (const uri of service.takeStale()) (isOpen(uri) ? urgent : background).add(uri);
  };

  const runUrgent = (): void => {
    urgentTimer = undefined;
    if (holds > 0) return;
    const start = performance.now();
    sort();
    const now = [...urgent];
    urgent.clear();
    for (const uri of now) {
      background.delete(uri);
      check(uri);
    }
    cost = performance.now() - start;
    if (background.size > 0) {
      clearTimeout(backgroundTimer);
      backgroundTimer = setTimeout(runBackground, QUIET_MS);
    }
  };

  const runBackground = (): void => {
    backgroundTimer = undefined;
    if (holds > 0) return;
    const end = performance.now() + PIECE_MS;
    for (const uri of background) {
      background.delete(uri);
      check(uri);
      if (performance.now() > end) break;
    }
    if (background.size > 0) backgroundTimer = setTimeout(runBackground, 1);
  };

  const schedule = (): void => {
    if (holds > 0 || urgentTimer !== undefined) return;
    urgentTimer = cost > QUICK_MS ? setTimeout(runUrgent, Math.min(cost, LONGEST_WAIT_MS)) : setImmediate(runUrgent);
  };

  return {
    changed: (uri) => {
      if (uri !== undefined) urgent.add(uri);
      schedule();
    },
    during: async (work) => {
      holds++;
      try {
        await work;
      } finally {
        holds--;
        schedule();
      }
    },
    stop: () => {
      holds = Infinity;
      clearTimeout(backgroundTimer);
    },
  };
}
