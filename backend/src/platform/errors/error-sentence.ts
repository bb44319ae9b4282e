import { ShopError } from './shop-error.js';

/** Codes of Node for a service that cannot be reached. */
const IS_UNREACHABLE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const IS_FULL = /^(ENOSPC|EDQUOT)$/;
const IS_CLOSED = /^(EACCES|EPERM|EROFS|ENOTDIR)$/;
/** insufficient_privilege */
const LACKS_RIGHT = '42501';
/** undefined_table, undefined_column */
const IS_OLDER = /^42(P01|703)$/;

/**
 * Says why a process or a command failed, in one sentence for the operator. The shop's own errors are sentences already; those of the
 * system and of PostgreSQL say what happened, and this adds what to look at.
 */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What a shopper reads says nothing to an operator.
  if (error instanceof ShopError && error.cause instanceof Error) return errorSentence(error.cause);
  const { message, path } = error as NodeJS.ErrnoException;
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  // Of a name with several addresses, only the errors of each have a message.
  const reason = reasonOfError(error);
  if (IS_UNREACHABLE.test(code)) return `A service that the shop needs cannot be reached: ${reason}.`;
  if (IS_FULL.test(code)) return `The disk is full${path ? ` (${path})` : ''}: make room, and try again.`;
  if (IS_CLOSED.test(code) && path)
    return `${path} cannot be used: ${code === 'ENOTDIR' ? 'a part of it is no folder' : code}.`;
  if (code === LACKS_RIGHT) return `The database user lacks a right: ${message}.`;
  if (IS_OLDER.test(code)) return `The database is not of this release (${message}): run npm run migrate.`;
  return reason || error.name;
}

/** The message of an error; of one that stands for several, the first one's. */
export function reasonOfError(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  return message || errors?.[0]?.message || code || '';
}
