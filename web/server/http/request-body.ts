import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { watchBodyRate, type BodyRate } from '../../../backend/src/platform/http/server/body-rate';

/** Whether a request's head declares a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Memory for a body; `reserve` returns false when there is none left. */
export interface MemoryBudget {
  reserve: (bytes: number) => boolean;
}

/**
 * Buffers a request's body.
 *
 * @param maxBytes for a longer body the read bytes are put back and the request stays paused
 * @returns the body, or why there is none: too long, too slow, no memory, or the client disconnected
 */
export function bufferBody(
  request: IncomingMessage,
  maxBytes: number,
  rate: BodyRate,
  memory: MemoryBudget,
): Promise<Buffer | 'longer' | 'slow' | 'full' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = watchBodyRate(
      rate,
      () => size,
      () => end('slow'),
    );
    function end(outcome: Buffer | 'longer' | 'slow' | 'full' | 'gone') {
      stop();
      request.off('data', take).off('end', whole).off('close', gone);
      resolve(outcome);
    }
    function take(chunk: Buffer) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) {
        request.pause();
        request.unshift(Buffer.concat(chunks, size));
        end('longer');
      } else if (!memory.reserve(chunk.length)) end('full');
    }
    const whole = () => end(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    const gone = () => end('gone');
    request.on('data', take).on('end', whole).on('close', gone).on('error', gone);
  });
}

/**
 * Streams a request's body. Enforces its minimum rate, and its maximum length: the head of a chunked body does not tell it.
 *
 * @param refuse called when the body comes too slowly or is too long, at most once for each
 */
export function streamBody(
  request: IncomingMessage,
  limits: BodyRate & { body: number },
  refuse: (why: 'slow' | 'longer') => void,
): PassThrough {
  const body = new PassThrough();
  let received = 0;
  const stop = watchBodyRate(
    limits,
    () => received,
    () => refuse('slow'),
  );
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received <= limits.body) return;
    request.off('data', count);
    refuse('longer');
  };
  request.on('data', count).on('close', stop);
  request.pipe(body);
  // Answered before the body is complete: discard the rest, so that the client reads the answer.
  body.once('close', () => request.unpipe(body).resume());
  return body;
}
