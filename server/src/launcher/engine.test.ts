import { PerformanceObserver, constants } from "node:perf_hooks";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { keepRoom, makeRoom } from "./engine";

test("room for long-lived values is made by a collection, and scripts do not get at the collector afterwards", async () => {
  let forced = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail: { kind, flags } } of list.getEntries() as unknown as readonly { readonly detail: { readonly kind: number; readonly flags: number } }[]) {
      if (kind === constants.NODE_PERFORMANCE_GC_MAJOR && flags === constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forced++;
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  makeRoom();
  keepRoom();
  await vi.waitFor(() => expect(forced).toBe(1));
  observer.disconnect();
  expect(runInNewContext("typeof gc")).toBe("undefined");
});
