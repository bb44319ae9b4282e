import { parse } from 'libpg-query';

interface Constraint {
  contype: string;
  skip_validation?: boolean;
  indexname?: string;
  /** `s` for a stored column. */
  generated_kind?: string;
  raw_expr?: unknown;
}
interface Column {
  colname: string;
  typeName: { names: { String: { sval: string } }[] };
  constraints?: { Constraint: Constraint }[];
}
interface Statement {
  CreateStmt?: { relation: { relname: string } };
  IndexStmt?: { relation: { relname: string }; concurrent?: boolean };
  DropStmt?: { removeType: string; concurrent?: boolean };
  RenameStmt?: { relation?: { relname: string }; renameType: string };
  AlterTableStmt?: { relation: { relname: string }; cmds: { AlterTableCmd: Command }[] };
}
interface Command {
  subtype: string;
  def?: { Constraint?: Constraint; ColumnDef?: Column };
}
/** An UPDATE or a DELETE. */
interface Change {
  relation: { relname: string };
  whereClause?: unknown;
}

/** Constraints whose check reads every row, or builds an index, under a lock. */
const SCANS = new Set(['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION']);

/** Commands of ALTER TABLE that hold a lock for long, or that processes of the release before do not survive. */
const COMMANDS: Record<string, string> = {
  AT_AlterColumnType: 'rewrites the table: add a column, fill it in batches, drop the old one in a later release',
  AT_SetNotNull: 'reads the table under a lock: validate a CHECK (… IS NOT NULL) in a migration before',
  AT_DropColumn: 'fails processes of the release before: drop it a release after its last use',
};

/** Functions that have one value for the whole statement: a default of them is stored once, for all rows. Others may be volatile. */
const STABLE = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting']);

/**
 * Finds what blocks shoppers when a migration runs beside an open shop. Tables that it creates itself are empty and unknown to
 * others.
 * @param transactions the statements of one migration, those that are one transaction as one text
 * @returns a sentence for each statement
 * @see https://www.postgresql.org/docs/current/sql-altertable.html for the locks
 */
export async function lintMigration(...transactions: string[]): Promise<string[]> {
  const parsed = await Promise.all(transactions.map(statementsOf));
  const created = new Set(parsed.flat().flatMap(({ CreateStmt }) => CreateStmt?.relation.relname ?? []));
  return transactions.flatMap((sql, nth) => lintTransaction(parsed[nth] ?? [], created, sql.includes('NOT VALID')));
}

async function statementsOf(sql: string): Promise<Statement[]> {
  const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Statement }[] };
  return stmts.map(({ stmt }) => stmt);
}

function lintTransaction(statements: Statement[], created: ReadonlySet<string>, addsUnchecked: boolean): string[] {
  const isNew = (table?: string) => table !== undefined && created.has(table);
  return statements.flatMap((statement) => {
    const { IndexStmt, DropStmt, RenameStmt, AlterTableStmt } = statement;
    const unbounded = ['UpdateStmt', 'DeleteStmt']
      .flatMap((name) => allOf<Change>(name, statement))
      .filter(({ relation, whereClause }) => !isBounded(whereClause) && !isNew(relation.relname));
    if (unbounded.length > 0)
      return unbounded.map(
        ({ relation }) => `rows of ${relation.relname}, however many, are locked until the end: write them in batches`,
      );
    if (IndexStmt && !IndexStmt.concurrent && !isNew(IndexStmt.relation.relname))
      return [`an index on ${IndexStmt.relation.relname} blocks its writers: build it CONCURRENTLY`];
    if (DropStmt?.removeType === 'OBJECT_INDEX' && !DropStmt.concurrent)
      return ['dropping an index locks its table: drop it CONCURRENTLY'];
    if (DropStmt?.removeType === 'OBJECT_TABLE')
      return ['dropping a table fails processes of the release before: drop it a release after its last use'];
    if (RenameStmt && /TABLE|COLUMN/.test(RenameStmt.renameType) && !isNew(RenameStmt.relation?.relname))
      return [`renaming in ${RenameStmt.relation?.relname} fails processes of the release before`];
    if (!AlterTableStmt || isNew(AlterTableStmt.relation.relname)) return [];
    const { relname } = AlterTableStmt.relation;
    return AlterTableStmt.cmds.flatMap(({ AlterTableCmd: { subtype, def } }) => {
      if (COMMANDS[subtype]) return [`${subtype} of ${relname} ${COMMANDS[subtype]}`];
      if (subtype === 'AT_ValidateConstraint' && addsUnchecked)
        return [
          `a constraint of ${relname} is validated under the lock that adds it: validate it in a step of its own`,
        ];
      if (subtype === 'AT_AddColumn' && def?.ColumnDef) {
        const problem = problemOfColumn(def.ColumnDef);
        if (problem) return [`column ${def.ColumnDef.colname} of ${relname} ${problem}`];
      }
      const constraints = [def?.Constraint, ...(def?.ColumnDef?.constraints ?? []).map((each) => each.Constraint)];
      return constraints
        .filter((each) => each && SCANS.has(each.contype) && !each.skip_validation && !each.indexname)
        .map(() => `a constraint of ${relname} reads the table under a lock: add it NOT VALID, or USING INDEX`);
    });
  });
}

/** Whether a condition holds for one batch: it has the bounds of a range as parameters, or a LIMIT. */
const isBounded = (condition: unknown) => ['ParamRef', 'limitCount'].some((name) => allOf(name, condition).length > 0);

/** What is wrong with adding a column to a table that has rows; undefined for nothing. */
function problemOfColumn({ typeName, constraints = [] }: Column): string | undefined {
  const of = (type: string) => constraints.find(({ Constraint }) => Constraint.contype === type)?.Constraint;
  const [standard, generated] = [of('CONSTR_DEFAULT'), of('CONSTR_GENERATED')];
  const isNumbered = of('CONSTR_IDENTITY') || typeName.names.some(({ String: { sval } }) => /serial/.test(sval));
  const calls = allOf<{ funcname: { String: { sval: string } }[] }>('FuncCall', standard?.raw_expr);
  const isVolatile = calls.some(({ funcname }) => !STABLE.has(funcname.at(-1)?.String.sval ?? ''));
  if (isNumbered || isVolatile || generated?.generated_kind === 's')
    return 'has a value of its own in each row, which rewrites the table: add it empty, and fill it in batches';
  if (of('CONSTR_NOTNULL') && !standard && !generated)
    return 'has no default for the rows that are there: add one, or let it be null';
  return undefined;
}

/** Every node of a kind in a parsed statement. */
function allOf<Node>(name: string, tree: unknown): Node[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === name ? [value as Node] : []),
    ...allOf<Node>(name, value),
  ]);
}
