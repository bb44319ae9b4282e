import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Compression = 'gzip' | 'br';
export type Encoding = 'identity' | Compression;

/** An answer as it leaves: its headers, and its body in the encodings that are ready or under way. */
export interface Answer {
  etag: string;
  /** Name, value, name, value: as `writeHead` takes them fastest. */
  headers: string[];
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
  compressing: Partial<Record<Compression, Promise<Buffer>>>;
}

const compressors = {
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
};

const WORTH_COMPRESSING = 1_024;
const MAX_AGE_MS = 5 * 60_000;

interface Entry {
  answer: Answer;
  bytes: number;
  expires: number;
}

/** Makes an answer; its ETag is weak, because it stands for every encoding of the body. */
export function makeAnswer(headers: string[], body: Buffer): Answer {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 22)}"`;
  return { etag, headers: [...headers, 'ETag', etag], bodies: { identity: body }, compressing: {} };
}

/** Whether an answer is long enough for compression to pay. */
export const isWorthCompressing = ({ bodies }: Answer): boolean => bodies.identity.length >= WORTH_COMPRESSING;

/** An answer's body in an encoding, compressed once for all askers, on zlib's own threads. */
export function compressed(answer: Answer, encoding: Compression): Promise<Buffer> {
  return (answer.compressing[encoding] ??= compressors[encoding](answer.bodies.identity).then((body) => {
    answer.bodies[encoding] = body;
    return body;
  }));
}

/**
 * Answers kept as ready bytes, at most `limit` bytes of them; the least recently used go first. An entry also ages:
 * some answers depend on the day ("new") or on rows outside the catalogue (a reviewer's name).
 */
export class AnswerCache {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly limit: number) {}

  get(key: string): Answer | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (entry.expires < Date.now()) {
      this.remove(key, entry);
      return undefined;
    }
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.answer;
  }

  /** Keeps an answer and has it compressed meanwhile. */
  set(key: string, answer: Answer): void {
    const old = this.entries.get(key);
    if (old) this.remove(key, old);
    const entry = { answer, bytes: 0, expires: Date.now() + MAX_AGE_MS };
    this.entries.set(key, entry);
    this.grow(key, entry, answer.bodies.identity.length + key.length + 1_000);
    if (!isWorthCompressing(answer)) return;
    for (const encoding of ['gzip', 'br'] as const) {
      compressed(answer, encoding).then(
        (body) => this.grow(key, entry, body.length),
        () => undefined,
      );
    }
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }

  private grow(key: string, entry: Entry, bytes: number): void {
    if (this.entries.get(key) !== entry) return;
    entry.bytes += bytes;
    this.bytes += bytes;
    for (const [oldest, other] of this.entries) {
      if (this.bytes <= this.limit) return;
      this.remove(oldest, other);
    }
  }

  private remove(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= entry.bytes;
  }
}
