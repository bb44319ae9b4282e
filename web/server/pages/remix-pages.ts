import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BROTLI_QUALITY } from '../../../backend/src/platform/http-cache/cached-response';
import { preferredEncoding } from '../../../backend/src/platform/http/content-encoding';
import { RequestSharingSignal } from '../render/request-sharing-signal';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

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
  return new RequestSharingSignal(url, { method, headers, signal, body: body && Uint8Array.from(body) });
}

/** @returns a signal that aborts when the visitor disconnects before the response ends */
export function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Sends a rendered page, compressed if the visitor accepts it. Headers that are already set stay. */
export async function sendPage(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.appendHeader('Vary', 'Accept-Encoding');
  const isCompressed = body.length >= MIN_COMPRESSED && isText(answer.headers.get('Content-Type'));
  const encoding = isCompressed ? preferredEncoding(request.headers) : 'identity';
  const bytes = encoding === 'identity' ? body : await compressors[encoding](body);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  if (!BODILESS.has(answer.status)) response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** The minimum size that is worth compressing, in bytes. */
const MIN_COMPRESSED = 1_024;
const BODILESS = new Set([204, 304]);

const compressors = {
  br: (body: Buffer) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => zip(body),
};

const TEXT = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg)|turbo-stream/;
const isText = (contentType: string | null) => contentType !== null && TEXT.test(contentType);
