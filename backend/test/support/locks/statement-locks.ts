/** A lock that a statement takes. */
export interface StatementLock {
  /** A step of the list of locks, or a table that the list does not name. */
  step: string;
  table: string;
  /** False for one that is skipped or refused while another transaction holds it: such a lock never closes a circle. */
  waits: boolean;
  /** True for UPDATE, DELETE and an upsert: they lock rows that the transaction may hold already. */
  isWrite: boolean;
}

/** A lock as the text alone shows it. `advisory` names the parameters with the class and the key. */
interface WrittenLock extends Omit<StatementLock, 'step'> {
  mode: string;
  advisory?: [classAt: number, keyAt: number];
}

/** What one level of parentheses has named so far. */
interface Level {
  tables: Map<string, string>;
  into?: string;
}

const LOCKS = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b|\b(?:update|delete)\b|advisory_xact_lock/i;
const TOKEN = /'(?:[^']|'')*'|--[^\n]*|"[^"]+"|\$\d+|\w+|[(),]/g;
const NAME = /^[a-z_]\w*$/i;
/** Words that follow a table's name and are no alias of it. */
const AFTER_TABLE =
  /^(?:where|set|on|using|join|left|right|inner|cross|full|order|group|limit|for|returning|union|values|do)$/i;
const ADVISORY = /^pg_(try_)?advisory_xact_lock$/;

const known = new Map<string, WrittenLock[]>();

/** The locks that a statement takes, in the order of its text. Triggers and foreign keys take others, which no text shows. */
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

/** A handle is a name too, but has another place in the order. */
function advisoryStep(places: [number, number], parameters: unknown[]): string {
  const [lockClass, key] = places.map((at) => parameters[at - 1]);
  return `advisory ${String(lockClass)}${String(key).startsWith('handle ') ? ' handle' : ''}`;
}

/** Whether the lock is against the row's deletion: of a user it has a step of its own, of a product it has none. */
const isOfKey = (table: string, mode: string) =>
  (table === 'users' && (mode === 'update' || mode === 'key share')) || (table === 'products' && mode === 'key share');

function parse(sql: string): WrittenLock[] {
  const tokens = (sql.match(TOKEN) ?? []).filter((token) => !token.startsWith('--') && !token.startsWith("'"));
  const word = (at: number) => (tokens[at] ?? '').replaceAll('"', '').toLowerCase();
  const levels: Level[] = [{ tables: new Map() }];
  const found: WrittenLock[] = [];
  const write = (table: string, mode: string) => found.push({ table, waits: true, isWrite: true, mode });
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
    else if (token === 'for') found.push(...rowLocks(level, at + 1));
    else if (ADVISORY.test(token)) {
      const [lockClass, key] = [
        word(at + 2),
        word(at + 3) === ',' ? tokens.slice(at + 4).find(isParameter) : undefined,
      ];
      const advisory: [number, number] = [Number(lockClass.slice(1)), Number((key ?? '$0').slice(1))];
      found.push({ table: 'advisory', waits: !token.includes('try'), isWrite: false, mode: '', advisory });
    }
  }
  return found;

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
