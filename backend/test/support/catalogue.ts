import { CatalogChanges } from '../../src/platform/http-cache/catalog-changes.js';
import { checkCatalogue, writeCatalogue, type ImportSources } from '../../src/catalog/import/import-catalogue.js';
import { sumOf, type NewImportLine } from '../../src/catalog/import/import-plan.js';
import { ImportError, type ImportNote } from '../../src/catalog/import/read/import-product.js';
import { PhotoChoice } from '../../src/catalog/import/photo-choice.js';
import { PictureSource } from '../../src/catalog/import/picture-source.js';
import { fetchPicture } from '../../src/media/fetch-picture.js';
import { MediaStore } from '../../src/media/media-store.js';
import { FolderFileStore } from '../../src/platform/file-store/folder-file-store.js';
import { shop } from './client.js';
import { Config } from '../../src/platform/config/config.js';

interface Given {
  /** The folder of pictures, as for `--images`. */
  images?: string;
  fetched?: (address: string) => Promise<Buffer>;
}

const sourcesOf = async ({ images, fetched = fetchPicture }: Given): Promise<ImportSources> => {
  const { app, db } = shop();
  const store = new MediaStore(new FolderFileStore(app.get(Config).mediaDir));
  const photos = images ? await PhotoChoice.open(images, db) : undefined;
  return { db, pictures: new PictureSource(db, store, images, fetched), photos };
};

/** Checks a file like an import, without changes. @returns the counts and all report lines */
export async function checkFile(file: string, given: Given = {}) {
  const lines: NewImportLine[] = [];
  const counts = await checkCatalogue(await sourcesOf(given), file, (more) => void lines.push(...more));
  return { counts, lines };
}

/** Imports a file like the command, and waits until the shop has the changes. @throws ImportError for a file with errors */
export async function importFile(file: string, given: Given = {}) {
  const { counts: found, lines: all } = await checkFile(file, given);
  if (found.errors > 0) throw new ImportError(file, all.filter(({ kind }) => kind === 'error') as ImportNote[]);
  const lines: NewImportLine[] = [];
  let reported = { ...found, products: 0, created: 0, updated: 0, unchanged: 0, variants: 0, errors: 0, warnings: 0 };
  const done = async (_tx: unknown, more: NewImportLine[], counts: typeof reported) => {
    lines.push(...more);
    reported = sumOf(reported, counts);
  };
  const counts = await writeCatalogue(await sourcesOf(given), file, { done });
  expect(reported).toEqual(counts);
  await shop().app.get(CatalogChanges).settle();
  return { counts, lines, found };
}
