import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import { StoreUnavailable } from '../../platform/file-store/file-store.js';
import { forEachAtOnce } from '../../platform/promises/for-each-at-once.js';
import { FetchFailure } from '../../media/fetch-picture.js';
import type { MediaStore } from '../../media/media-store.js';
import { hashOf, readPicture } from '../../media/picture.js';
import { fetchedPictures, saveSource, storedPictures } from './pictures.sql.js';
import { storeAndKeep } from '../../media/pictures.js';

const MAX_AT_ONCE = 4;
/** Questions to the media store, which may be in another machine. */
const MAX_CHECKS_AT_ONCE = 16;
/** A host that was unreachable this often in a row is skipped for the rest of the run. */
const MAX_FAILURES = 3;

/** The URL of one of this shop's own pictures, with the host that the shop had at the export. */
const OWN = /^(?:https?:\/\/[^/]+)?\/media\/([0-9a-f]{32})\/\d{3,4}\.(?:webp|avif)$/;
const ADDRESS = /^https?:\/\//i;

/** The reason why a picture is unavailable, by source. */
export type MissingPicture = Map<string, string>;

/**
 * Loads the pictures that a file names, from a folder or the web, and stores each once. This happens before the import's
 * transaction, because fetching takes long; a stored picture that is never shown does no harm.
 */
export class PictureSource {
  private readonly failures = new Map<string, number>();

  /**
   * @param folder of the files that are named without a URL; undefined for none
   * @param fetched downloads a URL, see `fetchPicture`
   */
  constructor(
    private readonly db: DataSource,
    private readonly store: MediaStore,
    private readonly folder: string | undefined,
    private readonly fetched: (address: string) => Promise<Buffer>,
  ) {}

  /**
   * Finds the pictures that the shop has stored already.
   * @returns hashes by source; a source that is missing would have to be fetched
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
    for (const [url, hash] of await fetchedPictures(this.db, addresses)) hashes.set(url, hash);
    const stored = await storedPictures(this.db, [...hashes.values()]);
    await forEachAtOnce([...hashes], MAX_CHECKS_AT_ONCE, async ([source, hash]) => {
      // The media store may have been emptied: pictures that can be fetched again are.
      const hasFiles = stored.has(hash) && (OWN.test(source) || (await this.store.has(hash)));
      if (!hasFiles) hashes.delete(source);
    });
    return hashes;
  }

  /**
   * Stores all pictures, a few at a time.
   * @param missing receives the reason for each unavailable one: not found, unreachable, not a picture
   * @returns the hashes of the others, by source
   * @throws StoreUnavailable
   */
  async keep(sources: Iterable<string>, missing: MissingPicture): Promise<Map<string, string>> {
    const unique = [...new Set(sources)];
    const hashes = await this.known(unique);
    const pending = unique.filter((source) => !hashes.has(source));
    await forEachAtOnce(pending, MAX_AT_ONCE, async (source) => {
      try {
        hashes.set(source, await this.get(source));
      } catch (error) {
        // A store that does not answer ends this attempt: the picture itself may be fine.
        if (!(error instanceof ShopError) || error instanceof StoreUnavailable) throw error;
        missing.set(source, error.message);
      }
    });
    return hashes;
  }

  private async get(source: string): Promise<string> {
    const isAddress = ADDRESS.test(source);
    const picture = await readPicture(isAddress ? await this.fromWeb(source) : await this.fromFolder(source));
    await storeAndKeep(this.db, this.store, [picture], async (tx) => {
      if (isAddress) await saveSource(tx, source, picture.hash);
    });
    return picture.hash;
  }

  private async fromWeb(address: string): Promise<Buffer> {
    const host = URL.canParse(address) ? new URL(address).host : '';
    if ((this.failures.get(host) ?? 0) >= MAX_FAILURES) {
      throw new FetchFailure(`Máy chủ ${host} đã không phản hồi ${MAX_FAILURES} lần liền.`);
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
    // Only the base name counts, so that no path can leave the folder.
    const file = path.join(this.folder, path.basename(source.replaceAll('\\', '/')));
    return readFile(file).catch(() => {
      throw new FetchFailure(`Không có tệp ảnh ${path.basename(file)}.`);
    });
  }
}

const ignore = () => undefined;
