/** A lock that a statement takes. */
export interface StatementLock {
  /** A step of the lock order, or a table that it does not contain. */
  step: string;
  table: string;
  /** False for a lock that is skipped or refused while another transaction holds it: it can never cause a deadlock. */
  waits: boolean;
  /** True for UPDATE, DELETE and an upsert: they lock rows that the transaction may hold already. */
  isWrite: boolean;
}

/** A lock as it appears in the text. `advisory` names the parameters with the class and the key. */
interface WrittenLock extends Omit<StatementLock, 'step'> {
  mode: string;
  advisory?: [classAt: number, keyAt: number];
}

/** The tables found so far at one level of parentheses. */
interface Level {
  tables: Map<string, string>;
  into?: string;
}

const LOCKS = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b|\b(?:update|delete)\b|advisory_xact_lock/i;
const TOKEN = /'(?:[^']|'')*'|--[^\n]*|"[^"]+"|\$\d+|\w+|[(),]/g;
const NAME = /^[a-z_]\w*$/i;
/** Words that can follow a table's name and are not its alias. */
const AFTER_TABLE =
  /^(?:where|set|on|using|join|left|right|inner|cross|full|order|group|limit|for|returning|union|values|do)$/i;
const ADVISORY = /^pg_(try_)?advisory_xact_lock$/;

const known = new Map<string, WrittenLock[]>();

/** Finds the locks of a statement, in the order of its text. Locks of triggers and foreign keys do not appear in the text. */
export function locksOf(sql: string, parameters: unknown[] = []): StatementLock[] {
  let written = known.get(sql);
  if (!written) {
    written = LOCKS.test(sql) ? parse(sql) : [];
    known.set(sql, written);
  }
  return written.map(({ mode, advisory, ...lock }) => {
    const step = advisory
      ? advisoryStep(advisory, parameters)
      : isOfKey(lock.table, mode)
        ? `${lock.table} as a key`
        : lock.table;
    return { ...lock, step };
  });
}

/** A handle is locked like a name, but has another rank in the order. */
function advisoryStep(places: [number, number], parameters: unknown[]): string {
  const [lockClass, key] = places.map((at) => parameters[at - 1]);
  return `advisory ${String(lockClass)}${String(key).startsWith('handle ') ? ' handle' : ''}`;
}

/** True for a lock against the row's deletion: for a user it is a step of its own, for a product it is none. */
const isOfKey = (table: string, mode: string) =>
  (table === 'users' && (mode === 'update' || mode === 'key share')) || (table === 'products' && mode === 'key share');

function parse(sql: string): WrittenLock[] {
  const tokens = (sql.match(TOKEN) ?? []).filter((token) => !token.startsWith('--') && !token.startsWith("'"));
  const word = (at: number) => (tokens[at] ?? '').replaceAll('"', '').toLowerCase();
  const levels: Level[] = [{ tables: new Map() }];
  const locks: WrittenLock[] = [];
  const write = (table: string, mode: string) => locks.push({ table, waits: true, isWrite: true, mode });
  for (let at = 0; at < tokens.length; at++) {
    const level = levels.at(-1)!;
    const token = word(at);
    if (token === '(') levels.push({ tables: new Map() });
    else if (token === ')') levels.pop();
    else if (token === 'into') level.into = word(at + 1);
    else if (token === 'from' || token === 'join') {
      nameTable(level, at + 1);
      if (word(at - 1) === 'delete') write(word(at + 1), 'update');
    } else if (token === 'update' && word(at - 1) === 'do') write(level.into ?? '', 'no key update');
    else if (token === 'update' && !['for', 'key'].includes(word(at - 1))) write(word(at + 1), 'no key update');
    else if (token === 'for') locks.push(...rowLocks(level, at + 1));
    else if (ADVISORY.test(token)) {
      const [lockClass, key] = [
        word(at + 2),
        word(at + 3) === ',' ? tokens.slice(at + 4).find(isParameter) : undefined,
      ];
      const advisory: [number, number] = [Number(lockClass.slice(1)), Number((key ?? '$0').slice(1))];
      locks.push({ table: 'advisory', waits: !token.includes('try'), isWrite: false, mode: '', advisory });
    }
  }
  return locks;

  function nameTable({ tables }: Level, at: number): void {
    if (!NAME.test(word(at)) || word(at + 1) === '(') return;
    const aliasAt = word(at + 1) === 'as' ? at + 2 : at + 1;
    const alias = NAME.test(word(aliasAt)) && !AFTER_TABLE.test(word(aliasAt)) ? word(aliasAt) : word(at);
    tables.set(alias, word(at));
  }

  function rowLocks({ tables }: Level, at: number): WrittenLock[] {
    const clause = tokens
      .slice(at, at + 3)
      .join(' ')
      .toLowerCase();
    const mode = /^(?:no key update|key share|update|share)/.exec(clause)?.[0];
    if (!mode) return [];
    const next = at + mode.split(' ').length;
    const of = word(next) === 'of' ? word(next + 1) : undefined;
    const after = word(of === undefined ? next : next + 2);
    const locked = of === undefined ? [...tables.values()] : [tables.get(of) ?? of];
    return locked.map((table) => ({ table, waits: after !== 'skip' && after !== 'nowait', isWrite: false, mode }));
  }
}

const isParameter = (token: string) => token.startsWith('$');
