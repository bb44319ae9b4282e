import type { Response } from 'express';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Answers with what comes bit by bit, no quicker than it is taken: memory does not grow with its size, and a download
 * that is broken off stops the reading.
 * @param through what turns it into bytes, for anything but text
 */
export async function streamed(
  response: Response,
  pieces: AsyncIterable<unknown>,
  ...through: (Writable & NodeJS.ReadableStream)[]
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  try {
    await pipeline([Readable.from(pieces), ...through, response]);
  } catch (error) {
    // Whoever asked has gone: nobody is left to be told.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
