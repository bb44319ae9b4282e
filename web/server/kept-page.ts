import { constants, crc32, deflateRawSync } from 'node:zlib';
import { apply, zeroBytes, type Operator } from './crc32';
import { NONCE_LENGTH } from './security-headers';

/** How far back deflate may refer. */
const WINDOW = 32_768;
/** Stands for the nonce while a page is compressed: a character that no page holds, so nothing refers to it. */
const HOLE = Buffer.alloc(NONCE_LENGTH);
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);

/**
 * An answer kept as bytes, plain and by gzip, into which each visitor's nonce is written.
 *
 * Compressing a page costs a hundred times what sending it does, and the nonce differs each time. So the page is
 * compressed once, in pieces between the nonces. Each nonce is a block that deflate calls stored (RFC 1951, 3.2.4):
 * its bytes stand there as they are. The pieces refer back over them but never to them, for the place of the nonce was
 * held by zero bytes, which no page has. What remains is gzip's checksum (RFC 1952) at the end, which follows from the
 * nonce by one operator. Writing a nonce costs a copy of the compressed page and about a microsecond.
 */
export class KeptPage {
  private readonly plain: Buffer;
  private readonly plainHoles: number[] = [];
  private readonly gzip: Buffer;
  private readonly gzipHoles: number[] = [];
  /** Checksum of the page with zero bytes for the nonce, and what a nonce changes in it. */
  private readonly checksum: number;
  private readonly change: Operator = new Uint32Array(32);

  /**
   * @param headers of the answer, without those of its encoding
   * @param body as it was rendered
   * @param nonce that it was rendered with; '' when it holds none
   */
  private constructor(
    readonly headers: readonly [name: string, value: string][],
    body: Buffer,
    nonce: string,
  ) {
    this.plain = Buffer.from(body);
    const blocks: Buffer[] = [GZIP_HEADER];
    let size = GZIP_HEADER.length;
    const add = (block: Buffer) => {
      blocks.push(block);
      size += block.length;
    };
    for (let from = 0; ;) {
      const hole = nonce ? this.plain.indexOf(nonce, from, 'latin1') : -1;
      const piece = this.plain.subarray(from, hole < 0 ? undefined : hole);
      add(deflate(piece, this.plain.subarray(Math.max(0, from - WINDOW), from), hole < 0));
      if (hole < 0) break;
      HOLE.copy(this.plain, hole);
      from = hole + NONCE_LENGTH;
      add(storedBlockHeader(NONCE_LENGTH));
      this.plainHoles.push(hole);
      this.gzipHoles.push(size);
      add(HOLE);
      const shift = zeroBytes(this.plain.length - from);
      shift.forEach((column, bit) => (this.change[bit]! ^= column));
    }
    this.checksum = crc32(this.plain);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.checksum, 0);
    trailer.writeUInt32LE(this.plain.length % 2 ** 32, 4);
    add(trailer);
    this.gzip = Buffer.concat(blocks, size);
  }

  /** @returns undefined when the body holds a zero byte, which would be taken for a nonce's place */
  static of(headers: readonly [name: string, value: string][], body: Buffer, nonce: string): KeptPage | undefined {
    return body.includes(0) ? undefined : new KeptPage(headers, body, nonce);
  }

  /** Bytes of memory this takes, about. */
  get size() {
    return this.plain.length + this.gzip.length + 1_000;
  }

  /** The plain body with this nonce. */
  withNonce(nonce: string): Buffer {
    return fill(this.plain, this.plainHoles, nonce);
  }

  /** The body by gzip with this nonce. */
  gzipWithNonce(nonce: string): Buffer {
    const bytes = fill(this.gzip, this.gzipHoles, nonce);
    if (this.gzipHoles.length > 0) {
      const difference = crc32(nonce) ^ NOTHING;
      bytes.writeUInt32LE((this.checksum ^ apply(this.change, difference >>> 0)) >>> 0, bytes.length - 8);
    }
    return bytes;
  }
}

const NOTHING = crc32(HOLE);

function fill(template: Buffer, holes: number[], nonce: string): Buffer {
  if (holes.length === 0) return template;
  const bytes = Buffer.allocUnsafe(template.length);
  template.copy(bytes);
  for (const hole of holes) bytes.write(nonce, hole, 'latin1');
  return bytes;
}

/** One piece of a raw deflate stream, ending at a whole byte; `before` is the text that it may refer back to. */
function deflate(piece: Buffer, before: Buffer, isLast: boolean): Buffer {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  return deflateRawSync(piece, { level: 9, finishFlush, ...(before.length > 0 && { dictionary: before }) });
}

/** Type 0, not the last, and the length twice, once in complement. */
function storedBlockHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
