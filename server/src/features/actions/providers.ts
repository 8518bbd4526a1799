import { addCompanions } from "./companion-writes";
import { bindBoth } from "./bind-both";
import { addColumns } from "./add-columns";
import { addRelations } from "./add-relations";
import { allowFiltering } from "./allow-filtering";
import { correctName } from "./correct-name";
import { designedTable } from "./designed-table";
import type { FixProvider } from "./problem";
import { quoteReserved } from "./quote-name";
import { removeRelation } from "./remove-relation";
import { rewriteText } from "./rewrite";
import { updateCounter } from "./update-counter";

/** Every kind of quick fix, in the order in which a user is offered them: what mends a slip first, ALLOW FILTERING last. */
export const FIX_PROVIDERS: readonly FixProvider[] = [correctName, quoteReserved, rewriteText, updateCounter, addCompanions, bindBoth, removeRelation, addRelations, addColumns, designedTable, allowFiltering];
