import { TEXTS } from 'contract/rules';
import { anySignal } from './any-signal';

/** Generous, because a slow response is still useful; after this a retry serves the shopper better. */
const TIMEOUT_MS = 20_000;

/** A failed call: a message that can be shown, and a list of messages for each invalid field. */
export class ApiError extends Error {
  override name = 'ApiError';

  /**
   * @param status the HTTP status, or 0 when there was no response
   * @param detail the server's message
   * @param fields messages by field name, as on the wire
   * @param body the whole error body, for the few that carry more (a 409's `expected`)
   * @param retryAfter the seconds of the `Retry-After` header, or null
   */
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly fields: Record<string, string[]> = {},
    readonly body: Record<string, unknown> = {},
    readonly retryAfter: number | null = null,
  ) {
    super(detail);
  }
}

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface ApiOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a FormData is sent as it is, multipart. */
  body?: unknown;
  /** Empty, null and undefined values are left out. */
  query?: Query;
  /** An access token; sent with the scheme word JWT. */
  token?: string | null;
  /** Makes a POST safe to repeat; see the contract on idempotency. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * Calls the shop's API. No other code of the pages calls `fetch` for it: uploads use upload.ts, reports `sendBeacon`. On the server it
 * calls BACKEND_URL, in the browser the page's own origin.
 *
 * @param path from the root, with its trailing slash: `/api/products/5/`
 * @returns the parsed JSON, or undefined for an empty response (204)
 * @throws ApiError for every status from 400, and with status 0 when the server cannot be reached. An abort by the
 *   caller's signal is rethrown unchanged.
 */
export async function api<T>(path: string, options: ApiOptions = {}): Promise<T> {
  const response = await send(path, options, TIMEOUT_MS);
  return parseAnswer<T>(response.status, await readBody(response, options), response.headers.get('Retry-After'));
}

/**
 * Downloads a file, without a timeout.
 * @throws ApiError as `api` does
 */
export async function download(path: string, options: ApiOptions = {}): Promise<Blob> {
  const response = await send(path, options);
  try {
    if (response.ok) return await response.blob();
  } catch (error) {
    throw unlessAborted(error, options.signal);
  }
  return parseAnswer(response.status, await readBody(response, options), response.headers.get('Retry-After'));
}

async function send(path: string, options: ApiOptions, timeoutMs?: number): Promise<Response> {
  const { method = 'GET', body, query, token, idempotencyKey, signal } = options;
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `JWT ${token}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(origin() + path + queryString(query), {
      method,
      headers,
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      signal: signal && timeout ? anySignal(signal, timeout) : (signal ?? timeout),
    });
  } catch (error) {
    throw unlessAborted(error, signal);
  }
}

async function readBody(response: Response, { signal }: ApiOptions): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw unlessAborted(error, signal);
  }
}

/** Keeps an abort by the caller; every other error means that the server was not reached. */
const unlessAborted = (error: unknown, signal?: AbortSignal): unknown =>
  signal?.aborted ? error : new ApiError(0, TEXTS.unavailable);

/**
 * Parses a response, from `fetch` or XMLHttpRequest: its JSON, or undefined if it is empty.
 * @throws ApiError for every status that is not a success
 */
export function parseAnswer<T>(status: number, text: string, retryAfter: string | null): T {
  const answer = parse(text);
  if (status < 200 || status > 299) throw errorOf(status, answer, retryAfter);
  return answer as T;
}

/** `{ page: 2, keyword: '' }` as `?page=2`. */
export function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

/** An internal error (500) or an unavailable service has no message that explains the request. */
const saysSomething = ({ status, detail }: ApiError): boolean => status !== 500 && detail !== TEXTS.unavailable;

/** The message to show for any thrown error: the server's if it has one, else `otherwise`. */
export const sentenceOf = (error: unknown, otherwise: string = TEXTS.unavailable): string =>
  error instanceof ApiError && saysSomething(error) ? error.detail : otherwise;

/** A failed call, as a form shows it. */
export interface Failure {
  detail: string;
  /** Messages by field name, as on the wire. */
  fields: Record<string, string[]>;
  /** Seconds to wait before a retry. */
  retryAfter?: number | null;
  /** The whole body, for the few refusals that carry more. */
  body?: Record<string, unknown>;
}

/** Turns any thrown error into a `Failure`; `otherwise` is its message if the server sent none. */
export const failureOf = (error: unknown, otherwise?: string): Failure => ({
  detail: sentenceOf(error, otherwise),
  fields: error instanceof ApiError ? error.fields : {},
  retryAfter: error instanceof ApiError ? error.retryAfter : null,
  body: error instanceof ApiError ? error.body : {},
});

/** True when the server refused the request; false when it was unreachable, failed (5xx) or was overloaded (429). */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** True when a call failed with one of these statuses. */
export const failedWith = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

function origin(): string {
  if (typeof document !== 'undefined') return '';
  const url = process.env.BACKEND_URL;
  if (!url) throw new Error('BACKEND_URL is not set: the pages do not know where the backend listens');
  return url.replace(/\/$/, '');
}

/** A body that is not JSON (a proxy's page, for example) counts as empty: the status still says what happened. */
function parse(text: string): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(status: number, answer: unknown, retryAfterHeader: string | null): ApiError {
  const body = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  const detail = [body.detail, body.error].find((text) => typeof text === 'string' && text !== '');
  const fields: Record<string, string[]> = {};
  for (const [key, value] of Object.entries(body)) {
    if (Array.isArray(value) && value.every((text) => typeof text === 'string')) fields[key] = value;
  }
  const retryAfter = retryAfterHeader !== null && /^\d+$/.test(retryAfterHeader) ? Number(retryAfterHeader) : null;
  return new ApiError(status, (detail as string | undefined) ?? TEXTS.unavailable, fields, body, retryAfter);
}
