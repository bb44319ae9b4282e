import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EntityManager } from 'typeorm';
import type { MediaStore } from '../../media/media-store.js';
import { hashOf, readPicture, type Picture } from '../../media/picture.js';
import { keepPicture } from '../../media/pictures.js';

const PATIENCE_MS = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;

/** A picture that was asked for: its hash, and itself unless the shop has it already. */
interface Found {
  hash: string;
  picture?: Picture;
}

/** Gets the pictures that a file names, from a folder or the network, and keeps each once. */
export class PictureSource {
  /** By name; promises, so that a name that failed is not tried again for every product. */
  private readonly found = new Map<string, Promise<Found>>();

  private constructor(
    private readonly tx: EntityManager,
    private readonly store: MediaStore,
    private readonly folder: string | undefined,
    private readonly known: Set<string>,
  ) {}

  static async open(tx: EntityManager, store: MediaStore, folder: string | undefined): Promise<PictureSource> {
    const rows: { hash: string }[] = await tx.query('SELECT hash FROM media');
    return new PictureSource(tx, store, folder, new Set(rows.map(({ hash }) => hash)));
  }

  /**
   * Reads all of them at a time, and keeps them one after the other: a transaction answers one question at a time.
   *
   * @param sources file names in the folder, or http(s) addresses
   * @param failed told of each that cannot be had: not found, not reachable, not a picture
   * @returns the hashes of the others, in their order
   */
  async keep(sources: string[], failed: (source: string, reason: string) => void): Promise<string[]> {
    const tried = await Promise.allSettled(sources.map((source) => this.find(source)));
    const hashes = new Set<string>();
    for (const [index, result] of tried.entries()) {
      if (result.status === 'rejected') {
        failed(sources[index] ?? '', (result.reason as Error).message);
        continue;
      }
      const { hash, picture } = result.value;
      if (picture) await keepPicture(this.tx, this.store, picture);
      this.known.add(hash);
      delete result.value.picture;
      hashes.add(hash);
    }
    return [...hashes];
  }

  private find(source: string): Promise<Found> {
    const found = this.found.get(source) ?? this.read(source);
    this.found.set(source, found);
    return found;
  }

  private async read(source: string): Promise<Found> {
    const bytes = /^https?:\/\//i.test(source) ? await fetched(source) : await this.fromFolder(source);
    const hash = hashOf(bytes);
    const isKept = this.known.has(hash) && (await this.store.names(hash)).length > 0;
    return isKept ? { hash } : { hash, picture: await readPicture(bytes) };
  }

  private async fromFolder(source: string): Promise<Buffer> {
    if (!this.folder) throw new Error('no folder of pictures was given (--images DIR)');
    // The name alone counts, so that a file can never reach outside of the folder.
    const file = path.join(this.folder, path.basename(source.replaceAll('\\', '/')));
    return readFile(file).catch(() => {
      throw new Error(`there is no file ${file}`);
    });
  }
}

async function fetched(address: string): Promise<Buffer> {
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!reply.ok || !reply.body) throw new Error(`the server answered ${reply.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error('it is larger than 10 MB');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Error(`it could not be fetched: ${cause instanceof Error ? cause.message : message}`, { cause: error });
  }
}
