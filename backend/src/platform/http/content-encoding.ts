import { LRUCache } from 'lru-cache';
import type { IncomingHttpHeaders } from 'node:http';

/** A response encoding, by its name in Accept-Encoding (RFC 9110, 12.5.3). */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Among equally preferred encodings the first one wins: it produces the fewest bytes. */
const PREFERENCE: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** `identity` is always acceptable, but ranks below named encodings unless the header names it. */
const UNNAMED_IDENTITY = Number.MIN_VALUE;

/** Browsers send only a few different headers, and parsing one costs as much as a cache lookup of the response. */
const choices = new LRUCache<string, Encoding>({ max: 100, memoMethod: choose });

/**
 * @param headers of a request
 * @returns the client's preferred encoding; identity when it rejects all
 */
export function preferredEncoding({ 'accept-encoding': accepted }: IncomingHttpHeaders): Encoding {
  return accepted ? choices.memo(accepted.toString()) : 'identity';
}

function choose(accepted: string): Encoding {
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
    weights.set(name.trim(), weight ? Number(weight.trim().slice(2)) : 1);
  }
  let best: Encoding = 'identity';
  let highest = 0;
  for (const encoding of PREFERENCE) {
    const unnamed = weights.get('*') ?? (encoding === 'identity' ? UNNAMED_IDENTITY : 0);
    const weight = weights.get(encoding) ?? unnamed;
    if (weight > highest) [best, highest] = [encoding, weight];
  }
  return best;
}
