import { TEXTS } from 'contract/rules';

/** A long answer is still an answer; past this the shopper is better served by a retry. */
const TIMEOUT_MS = 20_000;

/** What a call failed with: always a sentence that can be shown, and one list of sentences per wrong field. */
export class ApiError extends Error {
  override name = 'ApiError';

  /**
   * @param status the HTTP status, or 0 when no answer came at all
   * @param detail the server's sentence
   * @param fields sentences by field name, as on the wire
   * @param body the whole error body, for the few that carry more (a 409's `expected`)
   * @param retryAfter the seconds after which the server wants to be asked again, or null
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
 * Calls the shop's API: the only `fetch` of the pages (upload.ts is beside it for what shows its progress). On the server it goes to BACKEND_URL, in the browser to
 * the page's own origin.
 *
 * @param path from the root, with its trailing slash: `/api/products/5/`
 * @returns the JSON of the answer, or undefined for an empty one (204)
 * @throws ApiError for every status from 400 on, and with status 0 when the server cannot be reached. An abort
 *   by the caller's own signal is thrown on as it is.
 */
export async function api<T>(path: string, options: ApiOptions = {}): Promise<T> {
  const response = await send(path, options, TIMEOUT_MS);
  return answerOf<T>(response.status, await bodyOf(response, options), response.headers.get('Retry-After'));
}

/**
 * A file that a call answers with, however long it takes to come.
 * @throws ApiError as `api` does
 */
export async function download(path: string, options: ApiOptions = {}): Promise<Blob> {
  const response = await send(path, options);
  try {
    if (response.ok) return await response.blob();
  } catch (error) {
    throw unlessAborted(error, options.signal);
  }
  return answerOf(response.status, await bodyOf(response, options), response.headers.get('Retry-After'));
}

async function send(path: string, options: ApiOptions, timeoutMs?: number): Promise<Response> {
  const { method = 'GET', body, query, token, idempotencyKey, signal } = options;
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `JWT ${token}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  const signals = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)].filter(
    (one) => one !== undefined,
  );
  try {
    return await fetch(origin() + path + queryString(query), {
      method,
      headers,
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
    });
  } catch (error) {
    throw unlessAborted(error, signal);
  }
}

async function bodyOf(response: Response, { signal }: ApiOptions): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw unlessAborted(error, signal);
  }
}

/** An abort by the caller stays what it is; everything else was the way to the server. */
const unlessAborted = (error: unknown, signal?: AbortSignal): unknown =>
  signal?.aborted ? error : new ApiError(0, TEXTS.unavailable);

/**
 * What an answer says, however it was fetched: the JSON of its text, undefined for an empty one.
 * @throws ApiError for a status that is no success
 */
export function answerOf<T>(status: number, text: string, retryAfter: string | null): T {
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

/** What the server did not expect (500) and a part of it that is down tell nobody anything about what was asked. */
const saysSomething = ({ status, detail }: ApiError): boolean => status !== 500 && detail !== TEXTS.unavailable;

/** A sentence for the screen, whatever was thrown: the server's if it said one, else `otherwise`. */
export const sentenceOf = (error: unknown, otherwise: string = TEXTS.unavailable): string =>
  error instanceof ApiError && saysSomething(error) ? error.detail : otherwise;

/** What a form shows of a call that failed. */
export interface Failure {
  detail: string;
  /** Sentences by field name, as on the wire. */
  fields: Record<string, string[]>;
  /** The seconds after which the server wants to be asked again. */
  retryAfter?: number | null;
  /** The whole body of a refusal, for the few that carry more. */
  body?: Record<string, unknown>;
}

/** A failed call as its form shows it; `otherwise` where the server said nothing. */
export const failureOf = (error: unknown, otherwise?: string): Failure => ({
  detail: sentenceOf(error, otherwise),
  fields: error instanceof ApiError ? error.fields : {},
  retryAfter: error instanceof ApiError ? error.retryAfter : null,
  body: error instanceof ApiError ? error.body : {},
});

/** Whether the server refused what was asked. Not so when it was not reached, broke down or had too much to do. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Whether a call failed with one of these statuses. */
export const failedWith = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

function origin(): string {
  if (typeof document !== 'undefined') return '';
  const url = process.env.BACKEND_URL;
  if (!url) throw new Error('BACKEND_URL is not set: the pages do not know where the backend listens');
  return url.replace(/\/$/, '');
}

/** An answer that is no JSON (a proxy's page, say) counts as an empty one: its status still tells what happened. */
function parse(text: string): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(status: number, answer: unknown, wait: string | null): ApiError {
  const body = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  const detail = [body.detail, body.error].find((text) => typeof text === 'string' && text !== '');
  const fields: Record<string, string[]> = {};
  for (const [key, value] of Object.entries(body)) {
    if (Array.isArray(value) && value.every((text) => typeof text === 'string')) fields[key] = value;
  }
  const retryAfter = wait !== null && /^\d+$/.test(wait) ? Number(wait) : null;
  return new ApiError(status, (detail as string | undefined) ?? TEXTS.unavailable, fields, body, retryAfter);
}
