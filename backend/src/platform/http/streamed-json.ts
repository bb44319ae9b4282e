import type { Response } from 'express';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Streams a response with backpressure: memory does not grow with its size, and an aborted download stops the source.
 * @param through transforms that turn the pieces into bytes, for anything but text
 */
export async function streamJson(
  response: Response,
  pieces: AsyncIterable<unknown>,
  ...through: (Writable & NodeJS.ReadableStream)[]
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  try {
    await pipeline([Readable.from(pieces), ...through, response]);
  } catch (error) {
    // The client has gone and cannot receive the error.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
