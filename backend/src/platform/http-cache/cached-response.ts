import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib';
import { preferredEncoding, type Encoding } from '../http/content-encoding.js';

/** 100 KB take some 3 ms at level 5. Level 9 takes ten times that and saves 2 % more; level 4 saves nothing over gzip's 6. */
export const BROTLI_QUALITY = 5;
/** The effort for a response that may never be asked for again: it takes a third of the time and makes a tenth more bytes. */
const FIRST_BROTLI_QUALITY = 2;
const FIRST_GZIP_LEVEL = 1;
/** The minimum size that is worth compressing, in bytes. */
const MIN_COMPRESSED = 1_024;
/** The largest body that is compressed at once, in bytes: it takes less than half a millisecond. */
const MAX_AT_ONCE = 32 * 1024;
/** The approximate memory of a response beside its bodies, in bytes. */
const OVERHEAD = 3_000;

/**
 * How a cached response was produced, for the header `Cache-Status` (RFC 9211): from the cache, computed for this request, or
 * computed for a concurrent one.
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
  /** How the ETags of the same content in the same encoding begin, however well it is compressed. */
  readonly content: string;
  /** Name, value, name, value: the fastest form for `writeHead`. */
  readonly headers: readonly string[];
}

type Variants = Readonly<Record<Encoding, Variant>>;

/** A response that is the same for everyone, as bytes in each encoding. */
export interface CachedResponse {
  readonly variants: Variants;
  /** For the client for which it was computed: compressed with little effort, since few responses are requested again. */
  readonly first: Variants;
  /** Approximate memory in bytes. */
  readonly size: number;
}

/**
 * Makes a response ready. A short body is compressed in the moment in which somebody first takes that encoding: to hand it to
 * zlib's threads costs more. A long one is compressed on those.
 *
 * @param headers name, value, name, value; without those about the encoding
 */
export async function createCachedResponse(headers: readonly string[], body: Buffer): Promise<CachedResponse> {
  // A client that receives "not modified" keeps its headers, so the ETag covers them too.
  const hash = createHash('sha256').update(headers.join('\n')).update(body).digest('base64url').slice(0, 22);
  const variant = (encoding: Encoding, bytes: Buffer, effort = ''): Variant => {
    const content = `"${hash}-${encoding}`;
    const etag = `${content}${effort}"`;
    const own = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    return { body: bytes, etag, content, headers: [...headers, 'Vary', 'Accept-Encoding', 'ETag', etag, ...own] };
  };
  const identity = variant('identity', body);
  if (body.length < MIN_COMPRESSED) {
    const variants = { identity, gzip: identity, br: identity };
    return { variants, first: variants, size: body.length + OVERHEAD };
  }
  if (body.length <= MAX_AT_ONCE) {
    const made: Partial<Record<Encoding, Variant>> = {};
    const variants = {
      identity,
      get gzip() {
        return (made.gzip ??= variant('gzip', gzipSync(body)));
      },
      get br() {
        return (made.br ??= variant('br', brotliCompressSync(body, brotli(body.length, BROTLI_QUALITY))));
      },
    };
    const first = {
      identity,
      get gzip() {
        return variant('gzip', gzipSync(body, { level: FIRST_GZIP_LEVEL }), '-fast');
      },
      get br() {
        return variant('br', brotliCompressSync(body, brotli(body.length, FIRST_BROTLI_QUALITY)), '-fast');
      },
    };
    return { variants, first, size: 2 * body.length + OVERHEAD };
  }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(body, brotli(body.length, BROTLI_QUALITY)),
    promisify(gzip)(body),
  ]);
  const variants = { identity, gzip: variant('gzip', gzipped), br: variant('br', br) };
  return { variants, first: variants, size: body.length + gzipped.length + br.length + OVERHEAD };
}

const brotli = (length: number, quality: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

/**
 * Sends a response in the client's preferred encoding, or "not modified" when the client already has it.
 *
 * @param headers additional headers: name, value, name, value
 * @param isFirst true for the client for which it was computed
 */
export function sendCachedResponse(
  { variants, first }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[] = [],
  isFirst = false,
): void {
  const { body, content, headers: own } = (isFirst ? first : variants)[preferredEncoding(request.headers)];
  const known = request.headers['if-none-match'];
  if (known !== undefined && (known === '*' || known.includes(content))) {
    response.writeHead(304, [...own, ...headers]).end();
    return;
  }
  response.writeHead(200, [...own, ...headers, 'Content-Length', String(body.length)]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
