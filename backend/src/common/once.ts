import { createParamDecorator, type ExecutionContext, type RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { lockRequest, tryLockRequests } from '../db/locks.js';
import type { Principal } from './access.js';
import { ShopError } from './shop-error.js';
import { BUSY, isAnswer, type Outcome } from './together.js';

const LONGEST_KEY = 255;
const LOCK_NOT_AVAILABLE = '55P03';

/** One sending of a request that may be sent again under the same `Idempotency-Key`. */
export interface Attempt {
  userId: number;
  /** Null when the caller gave none: then every sending is a request of its own. */
  key: string | null;
  /** What was asked for: method, path and body. */
  fingerprint: string;
}

/** The request as an attempt. Only on calls that are not public. */
export const ThisAttempt = createParamDecorator((_data: unknown, context: ExecutionContext): Attempt => {
  const request = context.switchToHttp().getRequest<RawBodyRequest<Request> & { user: Principal }>();
  const key = request.get('Idempotency-Key') || null;
  if (key && key.length > LONGEST_KEY) throw new ShopError(400, `Idempotency-Key tối đa ${LONGEST_KEY} ký tự`);
  const asked = createHash('sha256')
    .update(`${request.method} ${request.path.replace(/\/$/, '')}\n`)
    .update(request.rawBody ?? '');
  return { userId: request.user.id, key, fingerprint: asked.digest('hex') };
});

/**
 * Does something once for each key: repeated within a day, it gives the first answer and does nothing. The answer is
 * kept in the same transaction as what was done, so there is never one without the other. An attempt that fails keeps
 * nothing and may be repeated.
 *
 * @param tx the transaction in which `act` works; another attempt with the same key waits for its end
 * @param act what to do; what it answers must survive JSON
 * @throws ShopError 409 when the key was used for something else, or the first attempt takes too long
 */
export async function once<T extends object>(tx: EntityManager, attempt: Attempt, act: () => Promise<T>): Promise<T> {
  const [outcome] = await onceEach(tx, [attempt], async () => [await act()]);
  if (isAnswer(outcome)) return outcome;
  throw outcome instanceof ShopError ? outcome : new Error('One attempt alone has an outcome');
}

/**
 * The same for several attempts that are done together. None of them waits: one whose key is in use elsewhere, or in
 * another of them, is BUSY.
 * @param act does the attempts of these numbers, and gives for each what became of it
 */
export async function onceEach<T extends object>(
  tx: EntityManager,
  attempts: readonly Attempt[],
  act: (open: number[]) => Promise<Outcome<T>[]>,
): Promise<Outcome<T>[]> {
  if (attempts.every(({ key }) => key === null)) return act(attempts.map((_, nth) => nth));
  const isFree = await lockAttempts(tx, attempts);
  const earlier = await earlierAnswers<T>(tx, attempts);
  const outcomes = attempts.map((_, nth): Outcome<T> | null => (isFree[nth] ? (earlier[nth] ?? null) : BUSY));
  const open = outcomes.flatMap((outcome, nth) => (outcome === null ? [nth] : []));
  const done = open.length > 0 ? await act(open) : [];
  open.forEach((nth, i) => (outcomes[nth] = done[i] ?? BUSY));
  const answers = open.flatMap((nth) => {
    const attempt = attempts[nth];
    const body = outcomes[nth];
    return attempt?.key && isAnswer(body) ? [{ ...attempt, body }] : [];
  });
  await keepAnswers(tx, answers);
  return outcomes.map((outcome) => outcome ?? BUSY);
}

/**
 * What an attempt with the same key was answered within the last day.
 * @throws ShopError 409 when the key was used for something else
 */
export async function earlierAnswer<T extends object>(tx: EntityManager, attempt: Attempt): Promise<T | null> {
  if (attempt.key === null) return null;
  const [answer = null] = await earlierAnswers<T>(tx, [attempt]);
  if (answer instanceof ShopError) throw answer;
  return answer;
}

/** Makes attempts with the same key take turns. @returns which have theirs now: one alone waits for it */
async function lockAttempts(tx: EntityManager, attempts: readonly Attempt[]): Promise<boolean[]> {
  const keys = attempts.map(({ userId, key }) => key && `${userId} ${key}`);
  const [alone, ...others] = keys;
  if (alone && others.length === 0) {
    await lockRequest(tx, alone).catch(stillRunning);
    return [true];
  }
  const locked = await tryLockRequests(
    tx,
    keys.filter((key) => key !== null),
  );
  return keys.map((key, nth) => key === null || (locked.has(key) && keys.indexOf(key) === nth));
}

async function earlierAnswers<T extends object>(
  tx: EntityManager,
  attempts: readonly Attempt[],
): Promise<(T | ShopError | null)[]> {
  const rows: { nth: string; request_hash: string; body: T }[] = await tx.query(
    `SELECT nth, request_hash, body FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS asked (user_id, key, nth)
     JOIN idempotency_keys USING (user_id, key) WHERE created_at > now() - interval '24 hours'`,
    [attempts.map(({ userId }) => userId), attempts.map(({ key }) => key)],
  );
  const kept = new Map(rows.map((row) => [Number(row.nth) - 1, row]));
  return attempts.map((attempt, nth) => {
    const row = kept.get(nth);
    if (row && row.request_hash !== attempt.fingerprint) {
      return new ShopError(409, 'Idempotency-Key này đã được dùng cho một yêu cầu khác');
    }
    return row?.body ?? null;
  });
}

async function keepAnswers(tx: EntityManager, answers: (Attempt & { body: object })[]): Promise<void> {
  if (answers.length === 0) return;
  const users = answers.map(({ userId }) => userId);
  // What a day has passed since is forgotten, these keys' old answers too.
  await tx.query(
    `DELETE FROM idempotency_keys WHERE user_id = ANY ($1::integer[]) AND created_at <= now() - interval '24 hours'`,
    [users],
  );
  await tx.query(
    `INSERT INTO idempotency_keys (user_id, key, request_hash, body)
     SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::jsonb[])`,
    [
      users,
      answers.map(({ key }) => key),
      answers.map(({ fingerprint }) => fingerprint),
      answers.map(({ body }) => JSON.stringify(body)),
    ],
  );
}

function stillRunning(error: unknown): never {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  if (code !== LOCK_NOT_AVAILABLE) throw error;
  throw new ShopError(409, 'Yêu cầu trước đang được xử lý. Vui lòng thử lại.', {}, { 'Retry-After': '1' });
}
