import { createParamDecorator, type ExecutionContext, type RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { codeOf } from '../database/transaction.js';
import { readResponses, writeResponses } from './idempotency.sql.js';
import { lockRequest, tryLockRequests } from './idempotency.locks.js';
import type { Principal } from '../http/access.js';
import { ShopError } from '../errors/shop-error.js';
import { RETRY_ALONE, isResult, type BatchOutcome } from './request-batcher.js';

const MAX_KEY_LENGTH = 255;
const LOCK_NOT_AVAILABLE = '55P03';

/** One attempt at a request that the client may retry under the same `Idempotency-Key`. */
export interface KeyedRequest {
  userId: number;
  /** Null without the header: then every attempt is a request of its own. */
  key: string | null;
  /** SHA-256 of method, path, the values of the body, in whatever order its keys came, and the content of its files. */
  fingerprint: string;
  /** The same of the body's bytes, as releases up to 0.1 stored it: an upgrade must not refuse a retry. */
  bytesFingerprint: string;
}

/** Metadata key of the routes that have `@IdempotencyKey()`. */
export const IDEMPOTENT = 'idempotent';

/** Parameter decorator: the request's idempotency key. Needs a signed-in caller, so never on a public route. */
export const IdempotencyKey = (): ParameterDecorator => (prototype, method, place) => {
  const handler = (prototype as Record<PropertyKey, object>)[method ?? ''];
  if (handler) Reflect.defineMetadata(IDEMPOTENT, true, handler);
  ReadKey()(prototype, method, place);
};

const ReadKey = createParamDecorator((_data: unknown, context: ExecutionContext): KeyedRequest => {
  const request = context.switchToHttp().getRequest<RawBodyRequest<Request> & { user: Principal } & ReceivedFiles>();
  const key = request.get('Idempotency-Key') || null;
  if (key && key.length > MAX_KEY_LENGTH) throw new ShopError(400, `Idempotency-Key tối đa ${MAX_KEY_LENGTH} ký tự`);
  const hash = (body: string | Buffer) =>
    createHash('sha256')
      .update(`${request.method} ${request.path.replace(/\/$/, '')}\n`)
      .update(body)
      .digest('hex');
  const bytesFingerprint = hash(request.rawBody ?? '');
  const body = key && canonicalJson(request.body);
  const fingerprint = body ? hash([body, ...fileDigests(request)].join('\n')) : bytesFingerprint;
  return { userId: request.user.id, key, fingerprint, bytesFingerprint };
});

/** The files of a multipart body, as multer leaves them beside its fields. */
interface ReceivedFiles {
  file?: ReceivedFile;
  files?: Record<string, ReceivedFile[]>;
}
interface ReceivedFile {
  fieldname: string;
  buffer: Buffer;
}

/** Field and SHA-256 of each uploaded file, by field. The name that a file has at its sender says nothing of the request. */
function fileDigests({ file, files = {} }: ReceivedFiles): string[] {
  return [file ?? [], ...Object.values(files)]
    .flat()
    .toSorted((a, b) => (a.fieldname === b.fieldname ? 0 : a.fieldname < b.fieldname ? -1 : 1))
    .map(({ fieldname, buffer }) => `${fieldname} ${createHash('sha256').update(buffer).digest('hex')}`);
}

/** The JSON of a value with the keys of its objects sorted; undefined when it is nested too deeply, which no body may be. */
function canonicalJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_name, each: unknown) =>
      each !== null && typeof each === 'object' && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    );
  } catch {
    return undefined;
  }
}

/**
 * Runs `act` once per idempotency key. A retry within 24 hours returns the stored response and runs nothing. The response
 * is stored in the transaction of `act`, so neither exists without the other. A failed attempt stores nothing and may be
 * retried.
 *
 * @param tx the transaction of `act`; a concurrent attempt with the same key waits for its end
 * @param act the request's work; its result must survive JSON
 * @throws ShopError 409 when the key was used for another request, or the first attempt takes too long
 */
export async function withIdempotencyKey<T extends object>(
  tx: EntityManager,
  attempt: KeyedRequest,
  act: () => Promise<T>,
): Promise<T> {
  const [outcome] = await withIdempotencyKeys(tx, [attempt], async () => [await act()]);
  if (isResult(outcome)) return outcome;
  throw outcome instanceof ShopError ? outcome : new Error('A single attempt must have an outcome');
}

/**
 * `withIdempotencyKey` for a batch of attempts. It never waits: an attempt whose key is locked by another transaction, or
 * occurs earlier in the batch, gets `RETRY_ALONE`.
 * @param act runs the attempts at these indexes and returns their outcomes in the same order
 */
export async function withIdempotencyKeys<T extends object>(
  tx: EntityManager,
  attempts: readonly KeyedRequest[],
  act: (open: number[]) => Promise<BatchOutcome<T>[]>,
): Promise<BatchOutcome<T>[]> {
  if (attempts.every(({ key }) => key === null)) return act(attempts.map((_, nth) => nth));
  const freeKeys = await lockKeys(tx, attempts);
  const stored = await storedResponses<T>(tx, attempts);
  const outcomes = attempts.map((_, nth): BatchOutcome<T> | null =>
    freeKeys[nth] ? (stored[nth] ?? null) : RETRY_ALONE,
  );
  const open = outcomes.flatMap((outcome, nth) => (outcome === null ? [nth] : []));
  const results = open.length > 0 ? await act(open) : [];
  open.forEach((nth, i) => (outcomes[nth] = results[i] ?? RETRY_ALONE));
  const responses = open.flatMap((nth) => {
    const { userId, key, fingerprint: requestHash } = attempts[nth]!;
    const body = outcomes[nth];
    return key && isResult(body) ? [{ userId, key, requestHash, body }] : [];
  });
  if (responses.length > 0) await writeResponses(tx, responses);
  return outcomes.map((outcome) => outcome ?? RETRY_ALONE);
}

/**
 * The response stored for the same key within the last 24 hours, or null.
 * @throws ShopError 409 when the key was used for another request
 */
export async function storedResponse<T extends object>(tx: EntityManager, attempt: KeyedRequest): Promise<T | null> {
  if (attempt.key === null) return null;
  const [response = null] = await storedResponses<T>(tx, [attempt]);
  if (response instanceof ShopError) throw response;
  return response;
}

/** Locks the attempts' keys. A single attempt waits for its key; in a batch nothing waits. @returns which are free */
async function lockKeys(tx: EntityManager, attempts: readonly KeyedRequest[]): Promise<boolean[]> {
  const keys = attempts.map(({ userId, key }) => key && `${userId} ${key}`);
  const [firstKey, ...others] = keys;
  if (firstKey && others.length === 0) {
    await lockRequest(tx, firstKey).catch(stillRunning);
    return [true];
  }
  const locked = await tryLockRequests(
    tx,
    keys.filter((key) => key !== null),
  );
  return keys.map((key, nth) => key === null || (locked.has(key) && keys.indexOf(key) === nth));
}

async function storedResponses<T extends object>(
  tx: EntityManager,
  attempts: readonly KeyedRequest[],
): Promise<(T | ShopError | null)[]> {
  const rows = await readResponses<T>(tx, attempts);
  const rowsByIndex = new Map(rows.map((row) => [Number(row.nth) - 1, row]));
  return attempts.map((attempt, nth) => {
    const row = rowsByIndex.get(nth);
    const { fingerprint, bytesFingerprint } = attempt;
    if (row && ![fingerprint, bytesFingerprint].includes(row.request_hash)) {
      return new ShopError(409, 'Idempotency-Key này đã được dùng cho một yêu cầu khác');
    }
    return row?.body ?? null;
  });
}

/** Answers 409 with `Retry-After` when the key's lock timed out, and throws any other error. */
function stillRunning(error: unknown): never {
  if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
  throw new ShopError(409, 'Yêu cầu trước đang được xử lý. Vui lòng thử lại.', {}, { 'Retry-After': '1' });
}
