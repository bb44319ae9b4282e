import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { ShopError } from '../../common/shop-error.js';
import { FetchFailure } from '../../media/fetch-picture.js';
import type { MediaStore } from '../../media/media-store.js';
import { hashOf, readPicture } from '../../media/picture.js';
import { keepPicture } from '../../media/pictures.js';

const MOST_AT_ONCE = 4;
/** A server that could not be reached so often in a row is not asked again. */
const MOST_FAILURES = 3;

/** The address of one of this shop's pictures, wherever the shop was when it was written. */
const OWN = /^(?:https?:\/\/[^/]+)?\/media\/([0-9a-f]{32})\/\d{3,4}\.(?:webp|avif)$/;
const ADDRESS = /^https?:\/\//i;

/** Why a picture cannot be had, by its source. */
export type Missing = Map<string, string>;

/**
 * Gets the pictures that a file names, from a folder or the web, and keeps each once, before the transaction that shows them:
 * getting them takes long, and one that is kept and then not shown does no harm.
 */
export class PictureSource {
  private readonly failures = new Map<string, number>();

  /**
   * @param folder where files lie that are named without an address; undefined where there is none
   * @param fetched gets the file of an address, see `fetchPicture`
   */
  constructor(
    private readonly db: DataSource,
    private readonly store: MediaStore,
    private readonly folder: string | undefined,
    private readonly fetched: (address: string) => Promise<Buffer>,
  ) {}

  /**
   * The pictures that the shop has already.
   * @returns their hashes by source; whatever is missing there would have to be got
   */
  async known(sources: Iterable<string>): Promise<Map<string, string>> {
    const hashes = new Map<string, string>();
    const addresses: string[] = [];
    for (const source of new Set(sources)) {
      const own = OWN.exec(source)?.[1];
      if (own) hashes.set(source, own);
      else if (ADDRESS.test(source)) addresses.push(source);
      else await this.fromFolder(source).then((bytes) => hashes.set(source, hashOf(bytes)), ignore);
    }
    const fetched: { address: string; media_hash: string }[] = await this.db.query(
      'SELECT address, media_hash FROM picture_sources WHERE address = ANY ($1::text[])',
      [addresses],
    );
    for (const { address, media_hash } of fetched) hashes.set(address, media_hash);
    const kept: { hash: string }[] = await this.db.query('SELECT hash FROM media WHERE hash = ANY ($1::text[])', [
      [...hashes.values()],
    ]);
    const isKept = new Set(kept.map(({ hash }) => hash));
    for (const [source, hash] of hashes) {
      // Somebody may have emptied the folder of the pictures; what can be got again is.
      const hasFiles = OWN.test(source) || (await this.store.names(hash)).length > 0;
      if (!isKept.has(hash) || !hasFiles) hashes.delete(source);
    }
    return hashes;
  }

  /**
   * Keeps all of them, a few at a time.
   * @param missing is told of each that cannot be had: not found, not reachable, not a picture
   * @returns the hashes of the others, by source
   */
  async keep(sources: Iterable<string>, missing: Missing): Promise<Map<string, string>> {
    const wanted = [...new Set(sources)];
    const hashes = await this.known(wanted);
    const waiting = wanted.filter((source) => !hashes.has(source)).values();
    const work = async () => {
      for (const source of waiting) {
        try {
          hashes.set(source, await this.get(source));
        } catch (error) {
          if (!(error instanceof ShopError)) throw error;
          missing.set(source, error.message);
        }
      }
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, work));
    return hashes;
  }

  private async get(source: string): Promise<string> {
    const isAddress = ADDRESS.test(source);
    const picture = await readPicture(isAddress ? await this.fromWeb(source) : await this.fromFolder(source));
    await this.db.transaction(async (tx) => {
      await keepPicture(tx, this.store, picture);
      if (!isAddress) return;
      await tx.query(
        `INSERT INTO picture_sources (address, media_hash) VALUES ($1, $2)
         ON CONFLICT (address) DO UPDATE SET media_hash = excluded.media_hash`,
        [source, picture.hash],
      );
    });
    return picture.hash;
  }

  private async fromWeb(address: string): Promise<Buffer> {
    const host = URL.canParse(address) ? new URL(address).host : '';
    if ((this.failures.get(host) ?? 0) >= MOST_FAILURES) {
      throw new FetchFailure(`Máy chủ ${host} đã không trả lời ${MOST_FAILURES} lần liền.`);
    }
    try {
      const bytes = await this.fetched(address);
      this.failures.delete(host);
      return bytes;
    } catch (error) {
      if (error instanceof FetchFailure && error.isOfHost) this.failures.set(host, (this.failures.get(host) ?? 0) + 1);
      throw error;
    }
  }

  private async fromFolder(source: string): Promise<Buffer> {
    if (!this.folder) throw new FetchFailure('Địa chỉ ảnh phải bắt đầu bằng http:// hoặc https://.');
    // The name alone counts, so that a file can never reach outside of the folder.
    const file = path.join(this.folder, path.basename(source.replaceAll('\\', '/')));
    return readFile(file).catch(() => {
      throw new FetchFailure(`Không có tệp ảnh ${path.basename(file)}.`);
    });
  }
}

const ignore = () => undefined;
