import { parse } from 'libpg-query';

interface Constraint {
  contype: string;
  skip_validation?: boolean;
  indexname?: string;
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
  def?: { Constraint?: Constraint; ColumnDef?: { constraints?: { Constraint: Constraint }[] } };
}

/** Constraints whose check reads every row, or builds an index, under a lock. */
const SCANS = new Set(['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION']);

/** Commands of ALTER TABLE that hold a lock for long, or that processes of the release before do not survive. */
const COMMANDS: Record<string, string> = {
  AT_AlterColumnType: 'rewrites the table: add a column, fill it in batches, drop the old one in a later release',
  AT_SetNotNull: 'reads the table under a lock: validate a CHECK (… IS NOT NULL) in a migration before',
  AT_DropColumn: 'fails processes of the release before: drop it a release after its last use',
};

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
  return statements.flatMap(({ IndexStmt, DropStmt, RenameStmt, AlterTableStmt }) => {
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
      const constraints = [def?.Constraint, ...(def?.ColumnDef?.constraints ?? []).map((each) => each.Constraint)];
      return constraints
        .filter((each) => each && SCANS.has(each.contype) && !each.skip_validation && !each.indexname)
        .map(() => `a constraint of ${relname} reads the table under a lock: add it NOT VALID, or USING INDEX`);
    });
  });
}
