import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** PostgreSQL cuts off what is longer than 63; the rest is for a suffix. */
const MAX_NAME_LENGTH = 55;

/** The names of declared statements by their texts. */
const names = new Map<string, string>();

/**
 * Declares a statement of constant text that is on a hot path. Each connection parses it once under its name, and PostgreSQL can
 * keep its plan. It runs like any other text, on any data source or pool of the shop.
 * @returns the text
 * @throws Error for a name that is too long or belongs to another text
 */
export function prepared(name: string, text: string): string {
  if (name.length > MAX_NAME_LENGTH) throw new Error(`The name of a statement is too long: ${name}`);
  const isTaken = [...names].some(([other, otherName]) => otherName === name && other !== text);
  if (isTaken) throw new Error(`Two statements have the name ${name}`);
  names.set(text, name);
  return text;
}

/**
 * An array parameter whose length the planner does not see. A plan for few elements looks cheaper than one for any number, so a
 * statement that is often asked with few would be planned each time.
 * @param parameter such as `$1`
 * @param type of its elements
 */
export const arrayParameter = (parameter: string, type: 'integer' | 'uuid'): string =>
  `(SELECT ${parameter}::${type}[])::${type}[]`;

type QueryArguments = [query: unknown, ...others: unknown[]];

/** feature_not_supported: the columns of a statement have other types than when it was prepared. invalid_sql_statement_name. */
const IS_STALE = new Set(['0A000', '26000']);

/**
 * A connection that runs declared statements under their names. Not for a pooler: behind one, the next statement may run on a
 * connection that has not prepared it.
 */
export class PreparingClient extends pg.Client {
  /** Part of every statement name; a new value makes PostgreSQL prepare again after it has refused a cached plan. */
  private suffix = '';

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    let renewals = 0;
    const { connection } = this as unknown as { connection: EventEmitter };
    connection.on('errorMessage', ({ code = '' }: { code?: string }) => {
      if (IS_STALE.has(code)) this.suffix = `.${(renewals += 1)}`;
    });
  }

  override query(...args: QueryArguments): never {
    return super.query(...(withName(args, this.suffix) as [string])) as never;
  }
}

/** The arguments of `query`, with the statement's name if it is declared. */
function withName([query, ...others]: QueryArguments, suffix: string): QueryArguments {
  if (typeof query === 'string') {
    const name = names.get(query);
    if (name === undefined) return [query, ...others];
    const [values, callback] = typeof others[0] === 'function' ? [undefined, others[0]] : others;
    return [{ name: name + suffix, text: query, values }, callback];
  }
  const { text } = query as { text?: string };
  const name = text === undefined ? undefined : names.get(text);
  return [name === undefined ? query : { ...(query as object), name: name + suffix }, ...others];
}
