import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { BROTLI_QUALITY } from '../../../backend/src/platform/http-cache/cached-response';
import { preferredEncoding } from '../../../backend/src/platform/http/content-encoding';

/** The pages know nobody: who is signed in is known to the browser and to the backend alone. */
const PERSONAL = new Set(['cookie', 'authorization']);

/**
 * A node request as the web's Request that Remix takes, without what names a person.
 *
 * @param url absolute
 * @param body what was sent, whole
 * @param signal aborted when nobody wants the answer any more
 */
export function toWebRequest(request: IncomingMessage, url: string, body?: Buffer, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]!;
    if (!PERSONAL.has(name.toLowerCase())) headers.append(name, request.rawHeaders[i + 1]!);
  }
  return new Request(url, { method: request.method, headers, signal, body: body && Uint8Array.from(body) });
}

/** A signal that is aborted when the visitor leaves before the answer has ended. */
export function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Flushed after every chunk, so that what is streamed is not held back. */
const compressors = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** Sends a Response as it is being rendered, compressed where the visitor takes that. Headers set before stay. */
export async function sendWebResponse(answer: Response, request: IncomingMessage, response: ServerResponse) {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.appendHeader('Vary', 'Accept-Encoding');
  if (!answer.body || request.method === 'HEAD') {
    await answer.body?.cancel();
    response.end();
    return;
  }
  const encoding = isText(answer.headers.get('Content-Type')) ? preferredEncoding(request.headers) : 'identity';
  if (encoding === 'identity') return pump(answer.body, response);
  response.removeHeader('Content-Length');
  response.setHeader('Content-Encoding', encoding);
  const compressor = compressors[encoding]();
  pipeline(compressor, response, () => {}); // a visitor who left is no error
  await pump(answer.body, compressor);
}

async function pump(body: ReadableStream<Uint8Array>, target: Writable) {
  // Node's own ReadableStream can be iterated; the DOM's type does not know it.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    if (target.destroyed) return;
    if (!target.write(chunk)) await writable(target);
  }
  target.end();
}

/** Resolves when the target takes more, or never will. */
function writable(target: Writable): Promise<void> {
  return new Promise((resolve) => {
    function done() {
      target.off('drain', done).off('close', done);
      resolve();
    }
    target.on('drain', done).on('close', done);
  });
}

const TEXT = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg)|turbo-stream/;
const isText = (contentType: string | null) => contentType !== null && TEXT.test(contentType);
