import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib';
import { preferredEncoding, type Encoding } from '../http/content-encoding.js';

/** Of 100 KB it takes some 3 ms; 9 takes ten times that and saves 2 % more, 4 saves nothing beside gzip's 6. */
export const BROTLI_QUALITY = 5;
/** Bytes from which on compression pays. */
const MIN_COMPRESSED = 1_024;
/** Up to here one compression takes less than half a millisecond. */
const MAX_AT_ONCE = 32 * 1024;
/** Bytes of memory that a response takes beside its bodies, about. */
const OVERHEAD = 3_000;

/**
 * How a cached response came about, as the header `Cache-Status` says it (RFC 9211): from the cache, computed for this
 * request, or computed for another one at the same time.
 */
export const CACHE_STATUS = {
  hit: ['Cache-Status', 'may; hit'],
  miss: ['Cache-Status', 'may; fwd=miss'],
  collapsed: ['Cache-Status', 'may; fwd=miss; collapsed'],
} as const;

/** A response in one encoding, ready to be sent. */
interface Variant {
  readonly body: Buffer;
  readonly etag: string;
  /** Name, value, name, value: as `writeHead` takes them fastest. */
  readonly headers: readonly string[];
}

/** A response that is the same for everyone, as bytes in every encoding. */
export interface CachedResponse {
  readonly variants: Readonly<Record<Encoding, Variant>>;
  /** Bytes of memory, about. */
  readonly size: number;
}

/**
 * Makes a response ready. A short body is compressed in the moment in which somebody first takes that encoding: to hand it to
 * zlib's threads costs more. A long one is compressed on those.
 *
 * @param headers name, value, name, value; without those of the encoding
 */
export async function createCachedResponse(headers: readonly string[], body: Buffer): Promise<CachedResponse> {
  // Who is told "not modified" goes on with the headers they have: the tag stands for them too.
  const hash = createHash('sha256').update(headers.join('\n')).update(body).digest('base64url').slice(0, 22);
  const variant = (encoding: Encoding, bytes: Buffer): Variant => {
    const etag = `"${hash}-${encoding}"`;
    const own = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    return { body: bytes, etag, headers: [...headers, 'Vary', 'Accept-Encoding', 'ETag', etag, ...own] };
  };
  const identity = variant('identity', body);
  if (body.length < MIN_COMPRESSED) {
    return { variants: { identity, gzip: identity, br: identity }, size: body.length + OVERHEAD };
  }
  if (body.length <= MAX_AT_ONCE) {
    const made: Partial<Record<Encoding, Variant>> = {};
    const variants = {
      identity,
      get gzip() {
        return (made.gzip ??= variant('gzip', gzipSync(body)));
      },
      get br() {
        return (made.br ??= variant('br', brotliCompressSync(body, brotli(body.length))));
      },
    };
    return { variants, size: 2 * body.length + OVERHEAD };
  }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(body, brotli(body.length)),
    promisify(gzip)(body),
  ]);
  return {
    variants: { identity, gzip: variant('gzip', gzipped), br: variant('br', br) },
    size: body.length + gzipped.length + br.length + OVERHEAD,
  };
}

const brotli = (length: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

/**
 * Sends a response in the encoding that the client likes best, or "not modified" when the client has it already.
 *
 * @param headers further ones: name, value, name, value
 */
export function sendCachedResponse(
  { variants }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[] = [],
): void {
  const { body, etag, headers: own } = variants[preferredEncoding(request.headers)];
  const known = request.headers['if-none-match'];
  if (known !== undefined && (known === '*' || known.includes(etag))) {
    response.writeHead(304, [...own, ...headers]).end();
    return;
  }
  response.writeHead(200, [...own, ...headers, 'Content-Length', String(body.length)]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
