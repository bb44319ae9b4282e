import { PayloadTooLargeException, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { finalize } from 'rxjs';
import type { Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { callerNetwork, networkOf } from '../../platform/rate-limits/networks.js';
import { waitAtMost } from '../../platform/promises/wait-at-most.js';
import { PicturesBusy, type DecodeLane } from '../decoding/decoding.js';
import { pictureTooLarge } from '../picture.js';
import type { UploadGate, UploadPass } from './upload-gate.js';
import { passes } from './upload-storage.js';

/** What an interceptor gives. */
export type UploadAnswer = Awaited<ReturnType<NestInterceptor['intercept']>>;

/** @param lane without one, returns the refusal instead of throwing it: the text fields may be enough for a response */
function enter(gate: UploadGate, lane: DecodeLane | undefined, address: string): UploadPass | PicturesBusy {
  try {
    return gate.enter(lane ?? 'visitor', address);
  } catch (refusal) {
    if (lane || !(refusal instanceof PicturesBusy)) throw refusal;
    return refusal;
  }
}

/**
 * Reads the body of a call with pictures when it is admitted, and ends its admission with the call.
 *
 * @param laneFor null for a visitor's call, which continues without its picture when there is no room
 * @throws ShopError 429 when there is no room, 408 for a slow sender, 413 for a file that is too large, 400 for one too many or under another name
 */
export async function receiveUpload(
  gate: UploadGate,
  context: ExecutionContext,
  laneFor: ((request: { user?: Principal }) => DecodeLane) | null,
  maxCounts: Record<string, number>,
  maxBytes: number,
  read: () => UploadAnswer | Promise<UploadAnswer>,
): Promise<UploadAnswer> {
  const request = context.switchToHttp().getRequest<Request & { user?: Principal }>();
  if (!request.is('multipart')) return read();
  const lane = laneFor?.(request);
  const pass = enter(gate, lane, callerNetwork(networkOf(request.ip ?? '')));
  passes.set(request, pass);
  const leave = () => !(pass instanceof PicturesBusy) && pass.leave();
  const files = Object.values(maxCounts).reduce((sum, count) => sum + count, 0);
  try {
    return (await inTime(gate.bodyMs(lane ?? 'visitor', files), read)).pipe(finalize(leave));
  } catch (error) {
    leave();
    if (error instanceof PayloadTooLargeException) throw pictureTooLarge(maxBytes, fieldIn(error, maxCounts));
    throw refusedFile(error, maxCounts) ?? error;
  }
}

/**
 * Reads a body for a limited time. Multer reports nothing before a body has ended, so a slow one is left to it: the answer closes its
 * connection.
 * @throws ShopError 408
 */
async function inTime(limitMs: number, read: () => UploadAnswer | Promise<UploadAnswer>): Promise<UploadAnswer> {
  const answer = await waitAtMost(limitMs, Promise.resolve(read()));
  if (!answer) throw tooSlow();
  return answer;
}

/** An answer to a body that has not ended would leave its sender connected, who may send on. */
const tooSlow = () => new ShopError(408, 'Ảnh gửi lên quá chậm. Vui lòng thử lại.', {}, { Connection: 'close' });

/** The field for pictures that an error of multer is about; undefined for none, and for a field that takes no pictures. */
function fieldIn(error: unknown, maxCounts: Record<string, number>): string | undefined {
  const { field = '' } = ((error as Error).cause ?? {}) as { field?: string };
  return Object.hasOwn(maxCounts, field) ? field : undefined;
}

/** The error of a field that has more pictures than it may have, and of a file in a field that takes none; undefined for another error. */
function refusedFile(error: unknown, maxCounts: Record<string, number>): ShopError | undefined {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  if (code !== 'LIMIT_UNEXPECTED_FILE') return undefined;
  const field = fieldIn(error, maxCounts);
  if (field !== undefined) return ShopError.fields({ [field]: [`Tối đa ${maxCounts[field]} ảnh`] });
  // Not by the name that the body gives it, which may be any key of an answer.
  const [own = ''] = Object.keys(maxCounts);
  return ShopError.fields({ [own]: [`Vui lòng gửi ảnh trong trường “${own}”`] });
}
