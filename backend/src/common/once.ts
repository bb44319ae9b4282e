import { createParamDecorator, type ExecutionContext, type RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { lockRequest } from '../db/locks.js';
import type { Principal } from './access.js';
import { ShopError } from './shop-error.js';

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
  if (!attempt.key) return act();
  await lockRequest(tx, `${attempt.userId} ${attempt.key}`).catch(stillRunning);
  const earlier = await earlierAnswer<T>(tx, attempt);
  if (earlier) return earlier;
  const body = await act();
  // What a day has passed since is forgotten, this key's old answer too.
  await tx.query(`DELETE FROM idempotency_keys WHERE user_id = $1 AND created_at <= now() - interval '24 hours'`, [
    attempt.userId,
  ]);
  await tx.query('INSERT INTO idempotency_keys (user_id, key, request_hash, body) VALUES ($1, $2, $3, $4)', [
    attempt.userId,
    attempt.key,
    attempt.fingerprint,
    JSON.stringify(body),
  ]);
  return body;
}

/**
 * What an attempt with the same key was answered within the last day.
 * @throws ShopError 409 when the key was used for something else
 */
export async function earlierAnswer<T extends object>(tx: EntityManager, attempt: Attempt): Promise<T | null> {
  if (!attempt.key) return null;
  const [kept]: { request_hash: string; body: T }[] = await tx.query(
    `SELECT request_hash, body FROM idempotency_keys
     WHERE user_id = $1 AND key = $2 AND created_at > now() - interval '24 hours'`,
    [attempt.userId, attempt.key],
  );
  if (kept && kept.request_hash !== attempt.fingerprint) {
    throw new ShopError(409, 'Idempotency-Key này đã được dùng cho một yêu cầu khác');
  }
  return kept?.body ?? null;
}

function stillRunning(error: unknown): never {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  if (code !== LOCK_NOT_AVAILABLE) throw error;
  throw new ShopError(409, 'Yêu cầu trước đang được xử lý. Vui lòng thử lại.', {}, { 'Retry-After': '1' });
}
