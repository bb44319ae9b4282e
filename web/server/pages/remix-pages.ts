import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { BROTLI_QUALITY } from '../../../backend/src/platform/http-cache/cached-response';
import { preferredEncoding } from '../../../backend/src/platform/http/content-encoding';

/**
 * Headers that identify a person. The web server drops them: only the browser and the backend know who is signed in.
 */
const PERSONAL = new Set(['cookie', 'authorization']);

/**
 * Converts a Node request into a web Request for Remix, without personal headers.
 *
 * @param url absolute URL
 * @param body the complete body
 * @param signal aborted when the response is no longer needed
 */
export function toWebRequest(request: IncomingMessage, url: string, body?: Buffer, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]!;
    if (!PERSONAL.has(name.toLowerCase())) headers.append(name, request.rawHeaders[i + 1]!);
  }
  // Remix answers HEAD without a body, and the page cache would keep that for everyone.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return new Request(url, { method, headers, signal, body: body && Uint8Array.from(body) });
}

/** @returns a signal that aborts when the visitor disconnects before the response ends */
export function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Compressors that flush after each chunk, so that streaming is not delayed. */
const compressors = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** Streams a Response, compressed if the visitor accepts it. Headers that are already set stay. */
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
  pipeline(compressor, response, () => {}); // a disconnect is not an error
  await pump(answer.body, compressor);
}

async function pump(body: ReadableStream<Uint8Array>, target: Writable) {
  // Node's ReadableStream is iterable; the DOM type lacks that.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    if (target.destroyed) return;
    if (!target.write(chunk)) await writable(target);
  }
  target.end();
}

/** Resolves when the target accepts more data, or has closed. */
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
