import { LRUCache } from 'lru-cache';
import type { IncomingHttpHeaders } from 'node:http';

/** An encoding that bodies leave in, by its name in Accept-Encoding (RFC 9110, 12.5.3). */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Of several that a client likes equally, the first: it makes the fewest bytes. */
const PREFERENCE: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** "Not compressed" is always acceptable, but only wins over what the header names when the header says so. */
const UNNAMED_IDENTITY = Number.MIN_VALUE;

/** Browsers send a handful of headers, and reading one costs as much as looking up what is sent. */
const choices = new LRUCache<string, Encoding>({ max: 100, memoMethod: choose });

/**
 * @param headers of a request
 * @returns the encoding that the client likes best, identity when it refuses all
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
  let most = 0;
  for (const encoding of PREFERENCE) {
    const unnamed = weights.get('*') ?? (encoding === 'identity' ? UNNAMED_IDENTITY : 0);
    const weight = weights.get(encoding) ?? unnamed;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}
