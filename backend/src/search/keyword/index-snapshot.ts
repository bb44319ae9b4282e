import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** Each piece has its length before it, as 32 bits. */
const LENGTH_BYTES = 4;
/** With fewer products the first load takes less than two seconds. */
const MIN_PRODUCTS = 20_000;
/** The last piece: a file without it was cut off. */
const END = 'end';

/**
 * A file with the contents of an index, so that a start need not read all products again. A snapshot is only a head start: whoever
 * restores it compares every product's stamp with the database. It counts only for the version that wrote it.
 */
export class IndexSnapshot {
  /** @param version of what the contents depend on besides the products' rows: the code, the database */
  constructor(
    private readonly file: string,
    private readonly version: string,
    private readonly minProducts = MIN_PRODUCTS,
  ) {}

  /** Whether the shop is large enough for a snapshot. */
  isWorth(products: number): boolean {
    return products >= this.minProducts;
  }

  /** Writes all pieces, or leaves the former file as it is. */
  async write(pieces: Iterable<unknown>): Promise<void> {
    await mkdir(path.dirname(this.file), { recursive: true });
    // Several processes may share the folder, and in containers each of them is process 1.
    const draft = `${this.file}.${randomUUID()}`;
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        await append(file, this.version);
        for (const piece of pieces) await append(file, piece);
        await append(file, END);
      } finally {
        await file.close();
      }
      await rename(draft, this.file);
    } finally {
      await rm(draft, { force: true });
    }
  }

  /**
   * Hands over the pieces in the order in which they were written.
   * @returns false without a file of this version
   * @throws Error for a broken file, which it removes
   */
  async read(onPiece: (piece: unknown) => void): Promise<boolean> {
    const file = await open(this.file).catch(() => null);
    if (!file) return false;
    let left = (await file.stat()).size;
    const next = async (length: number) => {
      // A length of another file's bytes may be gigabytes.
      left -= length;
      if (left < 0) throw new Error('The snapshot of the index is cut off');
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, null);
      if (bytesRead < length) throw new Error('The snapshot of the index is cut off');
      return buffer;
    };
    const nextPiece = async () => deserialize(await next((await next(LENGTH_BYTES)).readUInt32LE())) as unknown;
    try {
      if ((await nextPiece()) !== this.version) return false;
      for (let piece = await nextPiece(); piece !== END; piece = await nextPiece()) onPiece(piece);
      return true;
    } catch (error) {
      await rm(this.file, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }
}

async function append(file: FileHandle, piece: unknown): Promise<void> {
  const bytes = serialize(piece);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(bytes.length);
  await file.writev([length, bytes]);
}

/** A hash of the code in some folders: another build may read the same product in another way. */
export async function codeVersion(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((each) => /\.[jt]s$/.test(each)).sort()) {
      hash.update(name).update(await readFile(path.join(folder, name)));
    }
  }
  return hash.digest('base64url');
}
