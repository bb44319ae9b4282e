import type { BrowserError } from 'contract/administration/browser-reports';
import { ERROR_NAME, MAX_ERROR_FRAMES, MAX_ERROR_MESSAGE } from 'contract/administration/report-rules';
import { isFailedLoad } from '../loading/failed-load';
import { pageKind } from './page-kind';
import type { NotedError } from './noted-error';

/** An address with line and column, in the stacks of all browsers. */
const PLACE = /([a-z-]+:\/\/[^\s()@]+):(\d+):(\d+)/g;
const SCRIPT = /^\/assets\/([\w-][\w.-]*\.js)$/;

/**
 * What may be reported of an error: its name, its message without what a visitor may have typed or looked at, and places in the shop's
 * own scripts.
 *
 * @returns null for an error of other scripts (extensions, the card provider), for a load that failed or was cancelled, and for an
 *   error that the server has logged: those have no stack
 */
export function cleanError([thrown, href]: NotedError): BrowserError | null {
  if (thrown === null || thrown === undefined) return null;
  const page = pageKind(pathOf(href));
  // The answer of a server is in its own log.
  if (typeof thrown === 'object' && 'status' in thrown && !(thrown instanceof Error)) return null;
  if (!(thrown instanceof Error)) return { page, name: 'NoError', message: typeof thrown, frames: [] };
  if (!thrown.stack || thrown.name === 'AbortError' || isFailedLoad(thrown)) return null;
  const { origin } = new URL(href);
  const places = [...thrown.stack.matchAll(PLACE)];
  const own = places.filter(([, address = '']) => address.startsWith(`${origin}/`));
  if (places.length > 0 && own.length === 0) return null;
  return {
    page,
    name: ERROR_NAME.test(thrown.name) ? thrown.name : 'Error',
    message: messageOf(thrown),
    frames: own.flatMap(([, address, line, column]) => frameOf(address!, line!, column!)).slice(0, MAX_ERROR_FRAMES),
  };
}

/** The path of the page that is shown: of the hash, or of the document. */
export function pathOf(href: string): string {
  const { pathname, hash } = new URL(href);
  return hash.startsWith('#/') ? hash.slice(1).replace(/[?#].*$/, '') : pathname;
}

function frameOf(address: string, line: string, column: string): string[] {
  const file = SCRIPT.exec(new URL(address).pathname)?.[1];
  return file ? [`${file}:${line}:${column}`] : [];
}

/** The sentence of a failed call is the server's, and may name what the visitor has ordered or typed. */
const messageOf = (error: Error & { status?: unknown }) =>
  typeof error.status === 'number' ? `status ${error.status}` : cleanMessage(error.message);

/**
 * Takes addresses, e-mail addresses, quoted values, numbers and words that are not ASCII out of a message, and cuts it. The names
 * of variables and properties stay, and the number of an error of React.
 */
export const cleanMessage = (message: string): string =>
  message
    .slice(0, 20 * MAX_ERROR_MESSAGE)
    .replace(/"[^]*"|"[^]*$/g, '"..."')
    .replace(/'([^']*)'/g, (quoted, text: string) => (/^[A-Za-z_$][\w$]*$/.test(text) ? quoted : "'...'"))
    .replace(/[a-z][a-z\d+.-]*:\/\/\S*/gi, '(url)')
    .replace(/\S+@\S+/g, '(email)')
    .replace(/[^\s]*[^\s\x20-\x7e][^\s]*/g, '...')
    .replace(/(React error #)?\d+/g, (number, react?: string) => (react ? number : '#'))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_ERROR_MESSAGE);
