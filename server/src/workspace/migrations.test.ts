import { describe, expect, test } from "vitest";
import { compareVersions, fileOrder, nextMigration } from "./migrations";

test.each([
  ["file:///db/V2__add.cql", "versioned"], ["file:///db/v1.cql", "versioned"], ["file:///db/001_init.cql", "versioned"], ["file:///db/20240501120000_x.cql", "versioned"], ["file:///db/2024-05-01_x.cql", "versioned"],
  ["file:///db/1.2-x.cql", "versioned"], ["file:///db/0001.up.cql", "versioned"], ["file:///db/0001_init/up.cql", "versioned"], ["file:///db/V5__drop_old.cql", "versioned"],
  ["file:///db/U2__add.cql", "undo"], ["file:///db/0001.down.cql", "undo"], ["file:///db/001_init_rollback.cql", "undo"], ["file:///db/teardown.cql", "undo"], ["file:///db/drop_all.cql", "undo"], ["file:///db/0001_init/down.cql", "undo"],
  ["file:///db/schema.cql", "unversioned"], ["file:///db/users_v2.cql", "unversioned"], ["file:///db/3d_models.cql", "unversioned"], ["file:///db/dropdown.cql", "unversioned"], ["file:///db/R__views.cql", "unversioned"], ["file:///db/%zz.cql", "unversioned"], ["untitled:Untitled-1", "unversioned"],
])("%s is %s", (uri, kind) => {
  expect(fileOrder(uri).kind).toBe(kind);
});

test("versions run in natural order", () => {
  const names = ["V10__c.cql", "V2__b.cql", "V1_2__b.cql", "V1__a.cql", "V1_10__c.cql", "V02__a.cql"];
  const sorted = names.map((name) => fileOrder(`file:///db/${name}`)).flatMap((order) => (order.kind === "versioned" ? [order] : [])).sort(compareVersions);
  expect(sorted.map((order) => order.name)).toEqual(["V1__a.cql", "V1_2__b.cql", "V1_10__c.cql", "V02__a.cql", "V2__b.cql", "V10__c.cql"]);
});

test("versions of two styles in one folder run in the order of their names, letters behind numbers", () => {
  const names = ["v3.x11.0.cql", "v3.8.0.cql", "019-last.cql", "v2.0.0.cql", "002-second.cql", "v3.x2.0.cql", "v3.10.0.cql"];
  const sorted = names.map((name) => fileOrder(`file:///db/${name}`)).flatMap((order) => (order.kind === "versioned" ? [order] : [])).sort(compareVersions);
  expect(sorted.map((order) => order.name)).toEqual(["002-second.cql", "019-last.cql", "v2.0.0.cql", "v3.8.0.cql", "v3.10.0.cql", "v3.x2.0.cql", "v3.x11.0.cql"]);
});

describe("the next migration", () => {
  test.each([
    [["V1__a.cql", "V9__b.cql"], "V10__orders_by_day.cql"], [["001_a.cql", "009_b.cql"], "010_orders_by_day.cql"], [["V1_9__a.cql"], "V1_10__orders_by_day.cql"],
    [["20240501120000_a.cql"], "20240501120001_orders_by_day.cql"], [["000001_a.up.cql", "000001_a.down.cql"], "000002_orders_by_day.up.cql"], [["1.cql"], "2_orders_by_day.cql"], [["schema.cql"], undefined],
  ])("after %j", (names, expected) => {
    const uris = names.map((name) => `file:///db/${name}`);
    expect(nextMigration(uris[0] as string, [...uris, "file:///other/V99__x.cql"], "Orders by day!")).toBe(expected && `file:///db/${expected}`);
  });
});
