import { missingCompanions } from "../../design/companion/near-writes";
import { qualified } from "../../design/table-name";
import { defineRule } from "../rule";

/** M28: a write of a table whose marked copy is not written near it. */
export default defineRule({
  name: "companion-write-missing",
  severity: "warning",
  recommended: true,
  find: (statements) => missingCompanions(statements).map(({ statement, copy }) => {
    const parsed = statements[statement]!.parsed.statement;
    const base = qualified(copy.base.keyspace, copy.base.name);
    const table = parsed.kind === "batch" ? parsed.statements.find((member) => member.table?.name.value === copy.base.name)?.table : "table" in parsed ? parsed.table : undefined;
    return {
      statement, range: table?.range ?? parsed.range,
      message: `Nothing near this writes ${qualified(copy.keyspace, copy.name)}, which is a copy of ${base}; write both`,
      why: `The server knows nothing of copies: a write of ${base} alone leaves ${qualified(copy.keyspace, copy.name)} as it was, and queries of the two drift apart unseen.`,
    };
  }),
});
