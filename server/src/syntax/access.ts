import type { Constant, DropRole, IdentityStatement, ListRoles, Name, Permission, PermissionStatement, Resource, RoleOption, RoleStatement } from "./ast";
import { FunctionParser } from "./functions";
import { rangeOf, standIn, type Draft } from "./parser-base";
import * as t from "./tokens";
import { K, type Token } from "./tokens";

/** Roles, users, identities and permissions. */
export abstract class AccessParser extends FunctionParser {
  // ---- roles ----------------------------------------------------------------------------------------------------

  /** A role's name: a name or a string (L-KW-5). */
  protected readonly roleName = this.RULE("roleName", (): Name => this.OR([
    { ALT: (): Name => this.name(this.CONSUME(t.Name) as Token) },
    { ALT: (): Name => this.stringName(this.CONSUME(t.StringLiteral) as Token) },
  ]));

  private stringName(token: Token): Name {
    return { value: this.constant(token).value, quoted: true, range: rangeOf(token) };
  }

  /** A user's name: a plain identifier or a string; a quoted name is refused while parsing (L-KW-4, L-PIPE-3). */
  private readonly userName = this.RULE("userName", (): Name => this.OR([
    { ALT: (): Name => {
      const token = this.CONSUME(t.Name) as Token;
      const name = this.plainWord(token);
      if (token.tokenType === t.QuotedName) this.report("quoted-user-name", name.range, { name: name.value });
      return name;
    } },
    { ALT: (): Name => this.stringName(this.CONSUME(t.StringLiteral) as Token) },
  ]));

  readonly roleStatement = this.RULE("roleStatement", (isAlter: boolean = standIn()): void => {
    const start = this.OR([{ ALT: () => this.CONSUME(K.create) }, { ALT: () => this.CONSUME(K.alter) }]) as Token;
    this.CONSUME(K.role);
    const node: Draft<RoleStatement> = this.open({ kind: isAlter ? "alter-role" : "create-role", range: rangeOf(start), head: this.from(start), markers: [], role: undefined, ifExists: undefined, ifNotExists: false, options: [] });
    this.OPTION(() => this.SUBRULE(this.existence, { ARGS: [node, isAlter] }));
    node.role = this.SUBRULE(this.roleName);
    this.OPTION2(() => {
      this.CONSUME(K.with);
      this.AT_LEAST_ONE_SEP({ SEP: K.and, DEF: () => this.SUBRULE(this.roleOption, { ARGS: [node.options] }) });
    });
  });

  /** IF NOT EXISTS of CREATE, IF EXISTS of ALTER. */
  private readonly existence = this.RULE("existence", (node: Draft<RoleStatement> = standIn(), isAlter: boolean = standIn()): void => this.OR([
    { GATE: () => isAlter, ALT: () => {
      node.ifExists = this.SUBRULE(this.alterIfExists);
    } },
    { ALT: () => {
      this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
    } },
  ]));

  private readonly roleOption = this.RULE("roleOption", (options: RoleOption[] = standIn()): void => {
    const start = this.peek(1);
    const push = (next: RoleOption): void => this.ACTION(() => this.addRoleOption(options, next));
    const isAll = this.is(3, K.all);
    this.OR([
      { ALT: () => {
        this.CONSUME(K.password);
        this.CONSUME(t.Equal);
        const value = this.constant(this.CONSUME(t.StringLiteral) as Token);
        push({ kind: "password", value, range: this.from(start) });
      } },
      { ALT: () => {
        this.CONSUME(K.hashed);
        this.CONSUME2(K.password);
        this.feature("hashed-password", this.from(start));
        this.CONSUME2(t.Equal);
        const value = this.constant(this.CONSUME2(t.StringLiteral) as Token);
        push({ kind: "hashed password", value, range: this.from(start) });
      } },
      { ALT: () => {
        this.CONSUME(K.options);
        this.CONSUME3(t.Equal);
        const value = this.SUBRULE(this.propertyMap);
        push({ kind: "options", value, range: this.from(start) });
      } },
      { ALT: () => {
        this.CONSUME(K.superuser);
        this.CONSUME4(t.Equal);
        const token = this.CONSUME(t.BooleanLiteral) as Token;
        push({ kind: "superuser", value: token.image.toLowerCase() === "true", range: this.from(start) });
      } },
      { ALT: () => {
        this.CONSUME(K.login);
        this.CONSUME5(t.Equal);
        const token = this.CONSUME2(t.BooleanLiteral) as Token;
        push({ kind: "login", value: token.image.toLowerCase() === "true", range: this.from(start) });
      } },
      { ALT: () => {
        this.CONSUME(K.access);
        this.OR2([
          { GATE: () => isAll, ALT: () => {
            this.CONSUME(K.to);
            this.CONSUME(K.all);
            this.CONSUME(K.datacenters);
            this.feature("datacenter-access", this.from(start));
            push({ kind: "access to all datacenters", range: this.from(start) });
          } },
          { ALT: () => {
            this.CONSUME2(K.to);
            this.CONSUME2(K.datacenters);
            this.feature("datacenter-access", this.from(start));
            const items = this.SUBRULE(this.stringSet);
            push({ kind: "access to datacenters", items, range: this.from(start) });
          } },
          { GATE: () => isAll, ALT: () => {
            this.CONSUME(K.from);
            this.CONSUME3(K.all);
            this.CONSUME(K.cidrs);
            this.feature("cidr-access", this.from(start));
            push({ kind: "access from all cidrs", range: this.from(start) });
          } },
          { ALT: () => {
            this.CONSUME2(K.from);
            this.CONSUME2(K.cidrs);
            this.feature("cidr-access", this.from(start));
            const items = this.SUBRULE2(this.stringSet);
            push({ kind: "access from cidrs", items, range: this.from(start) });
          } },
        ]);
      } },
    ]);
  });

  /** L-SYN-22: an option twice, or two kinds of password. */
  private addRoleOption(options: RoleOption[], next: RoleOption): void {
    const group = (kind: RoleOption["kind"]): string => kind.startsWith("access to") ? "access to" : kind.startsWith("access from") ? "access from" : kind.includes("password") ? "password" : kind;
    if (options.some((other) => group(other.kind) === group(next.kind))) this.report("duplicate-role-option", next.range, { option: group(next.kind).toUpperCase() });
    options.push(next);
  }

  private readonly stringSet = this.RULE("stringSet", (): Constant[] => {
    const items: Constant[] = [];
    this.CONSUME(t.LeftBrace);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => void items.push(this.constant(this.CONSUME(t.StringLiteral) as Token)) });
    this.CONSUME(t.RightBrace);
    return items;
  });

  readonly userStatement = this.RULE("userStatement", (isAlter: boolean = standIn()): void => {
    const start = this.OR([{ ALT: () => this.CONSUME(K.create) }, { ALT: () => this.CONSUME(K.alter) }]) as Token;
    this.CONSUME(K.user);
    const node: Draft<RoleStatement> = this.open({ kind: isAlter ? "alter-user" : "create-user", range: rangeOf(start), head: this.from(start), markers: [], role: undefined, ifExists: undefined, ifNotExists: false, options: [] });
    this.OPTION(() => this.SUBRULE(this.existence, { ARGS: [node, isAlter] }));
    node.role = this.SUBRULE(this.userName);
    this.OPTION2(() => {
      this.CONSUME(K.with);
      const word = this.peek(1);
      let isHashed = false;
      this.OPTION3(() => {
        this.CONSUME(K.hashed);
        isHashed = true;
      });
      this.CONSUME(K.password);
      if (isHashed) this.feature("hashed-user-password", this.from(word));
      const value = this.constant(this.CONSUME(t.StringLiteral) as Token);
      node.options.push({ kind: isHashed ? "hashed password" : "password", value, range: this.from(word) });
    });
    this.OPTION4(() => this.OR2([
      { ALT: () => {
        const word = this.CONSUME(K.superuser) as Token;
        node.options.push({ kind: "superuser", value: true, range: rangeOf(word) });
      } },
      { ALT: () => {
        const word = this.CONSUME(K.nosuperuser) as Token;
        node.options.push({ kind: "superuser", value: false, range: rangeOf(word) });
      } },
    ]));
  });

  readonly dropRole = this.RULE("dropRole", (): void => {
    const start = this.CONSUME(K.drop) as Token;
    const node: Draft<DropRole> = this.open({ kind: "drop-role", range: rangeOf(start), head: rangeOf(start), markers: [], role: undefined, ifExists: false });
    this.OR([
      { ALT: () => this.CONSUME(K.role) },
      { ALT: () => {
        this.CONSUME(K.user);
        node.kind = "drop-user";
      } },
    ]);
    node.head = this.from(start);
    this.OPTION(() => {
      this.SUBRULE(this.ifExists);
      node.ifExists = true;
    });
    this.OR2([
      { GATE: () => node.kind === "drop-user", ALT: () => {
        node.role = this.SUBRULE(this.userName);
      } },
      { ALT: () => {
        node.role = this.SUBRULE(this.roleName);
      } },
    ]);
  });

  // ---- permissions ------------------------------------------------------------------------------------------------

  readonly grantStatement = this.RULE("grantStatement", (kind: "grant" | "revoke" = standIn()): void => {
    const start = this.OR([{ ALT: () => this.CONSUME(K.grant) }, { ALT: () => this.CONSUME(K.revoke) }]) as Token;
    const node: Draft<PermissionStatement> = this.open({ kind, range: rangeOf(start), head: rangeOf(start), markers: [], permissions: [], resource: undefined, role: undefined, grantee: undefined });
    const isRole = this.is(2, K.to) || this.is(2, K.from);
    this.OR2([
      { GATE: () => isRole, ALT: () => {
        node.role = this.SUBRULE(this.roleName);
      } },
      { ALT: () => {
        this.SUBRULE(this.permissions, { ARGS: [node.permissions] });
        this.CONSUME(K.on);
        node.resource = this.SUBRULE(this.resource);
        this.ACTION(() => this.checkPermissions(node));
      } },
    ]);
    this.OR3([
      { GATE: () => kind === "grant", ALT: () => this.CONSUME(K.to) },
      { GATE: () => kind === "revoke", ALT: () => this.CONSUME(K.from) },
    ]);
    node.grantee = this.SUBRULE2(this.roleName);
  });

  /** L-SYN-25: a permission that the resource cannot have. Left to the check of roles, which knows the table of D-ROL-6. */
  private checkPermissions(node: Draft<PermissionStatement>): void {
    if (node.resource?.kind === "function" && node.resource.name.keyspace === undefined) this.report("function-needs-keyspace", node.resource.name.range, { name: node.resource.name.name.value }, "invalid");
  }

  private readonly permissions = this.RULE("permissions", (permissions: Permission[] = standIn()): void => {
    this.OR([
      { ALT: () => {
        const all = this.CONSUME(K.all) as Token;
        this.OPTION(() => this.CONSUME(K.permissions));
        permissions.push({ name: "all", range: this.from(all) });
      } },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => {
        const token = this.SUBRULE(this.permission);
        this.OPTION2(() => this.CONSUME(K.permission));
        this.ACTION(() => {
          const name = token.image.toLowerCase();
          if (name === "unmask" || name === "select_masked") this.feature("masking-permission", rangeOf(token));
          if (name.endsWith("_indexing")) this.feature("search-permission", rangeOf(token));
          permissions.push({ name, range: rangeOf(token) });
          if (permissions.length === 2) this.feature("several-permissions", rangeOf(token));
        });
      } }) },
    ]);
  });

  private readonly permission = this.RULE("permission", (): Token => this.OR([
    { ALT: () => this.CONSUME(K.create) },
    { ALT: () => this.CONSUME(K.alter) },
    { ALT: () => this.CONSUME(K.drop) },
    { ALT: () => this.CONSUME(K.select) },
    { ALT: () => this.CONSUME(K.modify) },
    { ALT: () => this.CONSUME(K.authorize) },
    { ALT: () => this.CONSUME(K.describe) },
    { ALT: () => this.CONSUME(K.execute) },
    { ALT: () => this.CONSUME(K.unmask) },
    { ALT: () => this.CONSUME(K.select_masked) },
    { ALT: () => this.CONSUME(K.vector_search_indexing) },
    { ALT: () => this.CONSUME(K.text_search_indexing) },
  ]) as Token);

  private readonly resource = this.RULE("resource", (): Resource => {
    const start = this.peek(1);
    const next = this.peek(2).tokenType;
    const isTable = this.is(2, t.Dot) || !(this.isName(2) || this.is(2, K.keyspace) || this.is(2, t.StringLiteral));
    return this.OR([
      { GATE: () => !isTable, ALT: (): Resource => {
        this.CONSUME(K.all);
        const name = this.OR2([
          { ALT: (): "all keyspaces" | "all roles" | "all mbeans" | "all functions" | undefined => {
            this.CONSUME(K.keyspaces);
            return "all keyspaces";
          } },
          { ALT: (): "all roles" => {
            this.CONSUME(K.roles);
            return "all roles";
          } },
          { ALT: (): "all mbeans" => {
            const word = this.CONSUME(K.mbeans) as Token;
            this.feature("mbean", rangeOf(word));
            return "all mbeans";
          } },
          { ALT: (): "all functions" => {
            this.CONSUME(K.functions);
            return "all functions";
          } },
          { ALT: (): undefined => {
            const word = this.CONSUME(K.tables) as Token;
            this.feature("all-tables-in-keyspace", rangeOf(word));
            return undefined;
          } },
        ]);
        let keyspace: Name | undefined;
        this.OPTION({ GATE: () => name === undefined || name === "all functions", DEF: () => {
          this.CONSUME(K.in);
          this.CONSUME(K.keyspace);
          keyspace = this.name(this.CONSUME(t.Name) as Token);
        } });
        if (!this.RECORDING_PHASE && name === undefined && keyspace === undefined) this.refuse(this.peek(1), "syntax-error", { expected: "IN KEYSPACE" });
        if (keyspace !== undefined) return { kind: name === undefined ? "all tables in keyspace" : "all functions in keyspace", keyspace, range: this.from(start) };
        return { kind: name ?? "all functions", range: this.from(start) };
      } },
      { ALT: (): Resource => {
        this.CONSUME2(K.keyspace);
        const keyspace = this.name(this.CONSUME2(t.Name) as Token);
        return { kind: "keyspace", keyspace, range: this.from(start) };
      } },
      { GATE: () => !isTable, ALT: (): Resource => {
        this.CONSUME(K.role);
        const role = this.SUBRULE(this.roleName);
        return { kind: "role", role, range: this.from(start) };
      } },
      { GATE: () => !isTable, ALT: (): Resource => {
        this.CONSUME(K.function);
        const name = this.SUBRULE(this.qualifiedFunction);
        const parameters = this.SUBRULE(this.typeList);
        return { kind: "function", name, parameters, range: this.from(start) };
      } },
      { GATE: () => next === t.StringLiteral, ALT: (): Resource => {
        const word = this.CONSUME(K.mbean) as Token;
        this.feature("mbean", rangeOf(word));
        const name = this.constant(this.CONSUME(t.StringLiteral) as Token);
        this.ACTION(() => this.checkMbean(name));
        return { kind: "mbean", name, range: this.from(start) };
      } },
      { GATE: () => next === t.StringLiteral, ALT: (): Resource => {
        const word = this.CONSUME2(K.mbeans) as Token;
        this.feature("mbean", rangeOf(word));
        const name = this.constant(this.CONSUME2(t.StringLiteral) as Token);
        this.ACTION(() => this.checkMbean(name));
        return { kind: "mbeans", name, range: this.from(start) };
      } },
      { ALT: (): Resource => {
        this.OPTION2(() => this.CONSUME(K.table));
        const table = this.SUBRULE(this.qualifiedName);
        return { kind: "table", table, range: this.from(start) };
      } },
    ]);
  });

  /** L-PIPE-3: the name of an MBean is `domain:key=value[,…]`. */
  private checkMbean(name: Constant): void {
    if (!/^[^:\n]*:(?:\*|[^=,:*?\n]+=[^\n]+)$/.test(name.value)) this.report("malformed-mbean-name", name.range, { name: name.value });
  }

  readonly listStatement = this.RULE("listStatement", (): void => {
    const start = this.CONSUME(K.list) as Token;
    const node: Draft<PermissionStatement> = this.open({ kind: "list-permissions", range: rangeOf(start), head: rangeOf(start), markers: [], permissions: [], resource: undefined, role: undefined, grantee: undefined });
    this.SUBRULE(this.permissions, { ARGS: [node.permissions] });
    this.OPTION(() => {
      this.CONSUME(K.on);
      node.resource = this.SUBRULE(this.resource);
      this.ACTION(() => this.checkPermissions(node));
    });
    this.OPTION2(() => {
      this.CONSUME(K.of);
      node.grantee = this.SUBRULE(this.roleName);
    });
    this.OPTION3(() => this.CONSUME(K.norecursive));
  });

  readonly listRoles = this.RULE("listRoles", (): void => {
    const start = this.CONSUME(K.list) as Token;
    const node: Draft<ListRoles> = this.open({ kind: "list-roles", range: rangeOf(start), head: rangeOf(start), markers: [], role: undefined });
    this.OR([
      { ALT: () => {
        this.CONSUME(K.roles);
        this.OPTION(() => {
          this.CONSUME(K.of);
          node.role = this.SUBRULE(this.roleName);
        });
        this.OPTION2(() => this.CONSUME(K.norecursive));
      } },
      { ALT: () => {
        this.CONSUME(K.users);
        node.kind = "list-users";
      } },
    ]);
    node.head = { start: start.startOffset, end: start.end };
  });

  readonly addIdentity = this.RULE("addIdentity", (): void => {
    const start = this.CONSUME(K.add) as Token;
    this.CONSUME(K.identity);
    const node: Draft<IdentityStatement> = this.open({ kind: "add-identity", range: rangeOf(start), head: this.from(start), markers: [], identity: undefined, role: undefined, ifExists: false, ifNotExists: false });
    this.feature("identity", node.head);
    this.OPTION(() => {
      this.SUBRULE(this.ifNotExists);
      node.ifNotExists = true;
    });
    node.identity = this.constant(this.CONSUME(t.StringLiteral) as Token);
    this.CONSUME(K.to);
    this.CONSUME(K.role);
    node.role = this.SUBRULE(this.roleName);
  });

  readonly dropIdentity = this.RULE("dropIdentity", (): void => {
    const start = this.CONSUME(K.drop) as Token;
    this.CONSUME(K.identity);
    const node: Draft<IdentityStatement> = this.open({ kind: "drop-identity", range: rangeOf(start), head: this.from(start), markers: [], identity: undefined, role: undefined, ifExists: false, ifNotExists: false });
    this.feature("identity", node.head);
    this.OPTION(() => {
      this.SUBRULE(this.ifExists);
      node.ifExists = true;
    });
    node.identity = this.constant(this.CONSUME(t.StringLiteral) as Token);
  });
}
