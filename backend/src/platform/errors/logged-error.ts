/** An error as pino has serialized it: its own fields beside these. */
export interface SerializedError {
  type?: string;
  message?: string;
  stack?: string;
  aggregateErrors?: SerializedError[];
}

/** `query` is the text of a statement, whose values are parameters. */
const FIELDS = ['type', 'message', 'stack', 'code', 'constraint', 'table', 'query'];

/**
 * The fields of an error that a log line shows. Left out is what errors of TypeORM and pg carry beside them: a statement's
 * parameters and the values of a row, which are personal data and password hashes, and the whole connection.
 */
export function loggedError(error: SerializedError): object {
  const fields = Object.fromEntries(Object.entries(error).filter(([name]) => FIELDS.includes(name)));
  const { aggregateErrors } = error;
  return aggregateErrors ? { ...fields, aggregateErrors: aggregateErrors.map(loggedError) } : fields;
}
