import type { Pool } from 'pg';
import type { Chip } from '../../contract/catalog/chips.js';
import { readSynonyms } from '../curation/curation.sql.js';
import { readQueries } from '../curation/read-queries.js';
import { Synonyms } from '../curation/synonyms.js';
import { ColorPictures } from './color-pictures.js';
import type { Described, Engine } from '../engines/engine.js';
import { fuse } from './fusion.js';
import { unpack } from '../image/pack.js';
import { PictureIndex } from '../image/picture-index.js';
import { describeImage, type ImageDescription } from '../image/image-description.js';
import { runnerFor } from '../../platform/database/connections/pool-database.js';
import { PgVectorStore } from '../vectors/pgvector-store.js';
import {
  changedDocuments,
  oldestTransaction,
  readImages,
  type IndexedImage,
  type ProductDocument,
} from '../index/search-documents.sql.js';
import { StoredPictures } from './stored-pictures.js';
import { floatsOf } from '../vectors/vector-bytes.js';
import type { Hit } from '../jobs/search-job.js';
import { WordIndex } from '../text/word-index.js';

/** A search request. */
export interface SearchRequest {
  /** Empty for a search by picture alone. */
  text: string;
  /** The description of the requested picture (`isShown`), or of the text. */
  picture: { engine: string; described: Described; isShown: boolean } | null;
  ignore: ('type' | 'color')[];
  limit: number;
}

export interface SearchHits {
  hits: Hit[];
  understood: Chip[];
}

/** The properties of an engine that the index needs. */
export interface EngineFacts extends Pick<Engine, 'name' | 'dimensions'> {
  /** True when its vectors are searched in the database, by pgvector. */
  isPersistent: boolean;
}

/** The minimum age of the index before a search refreshes it. */
const REFRESH_MS = 300;

/**
 * The shop's products in memory, searchable by text and picture. It is read from the database, and refreshed with the changes
 * before a search.
 */
export class SearchIndex {
  private readonly words = new WordIndex();
  private synonyms = new Synonyms();
  /** The pictures by engine, in memory or in a vector store. */
  private readonly pictures = new Map<string, PictureIndex>();
  private readonly stored = new Map<string, StoredPictures>();
  private readonly colors = new ColorPictures();
  /** The oldest transaction that the last refresh could not see. */
  private horizon = '0';
  private readAt = 0;
  /** In memory, a picture that two products show has an id for each. */
  private lastPictureId = 0;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    engines: EngineFacts[],
  ) {
    for (const { isPersistent, ...engine } of engines) {
      if (isPersistent) this.stored.set(engine.name, new StoredPictures(new PgVectorStore(runnerFor(pool), engine)));
      else this.pictures.set(engine.name, new PictureIndex(engine.dimensions));
    }
  }

  async search({ text, picture, ignore, limit }: SearchRequest): Promise<SearchHits> {
    await this.refresh();
    const readings = text ? readQueries(text, this.words, this.synonyms) : [];
    const textChips = readings[0]?.chips ?? [];
    const index = picture && (this.pictures.get(picture.engine) ?? this.stored.get(picture.engine));
    const chips = picture?.isShown ? chipsOf(describeImage(picture.described), textChips, ignore) : [];
    const hits = await fuse({
      readings,
      index: this.words,
      seen: index ? { index, described: picture.described } : null,
      ignore,
      limit,
    });
    const understood = [...textChips, ...chips];
    return { hits: this.inColor(hits, understood), understood };
  }

  /** Adds the pictures in the requested colour, whether requested by text or by picture. */
  private inColor(hits: Hit[], understood: Chip[]): Hit[] {
    const colors = understood.filter(({ kind }) => kind === 'color').map(({ label }) => label);
    return hits.map((hit) => {
      const media = this.colors.find(hit.id, colors);
      return media === undefined ? hit : { ...hit, media };
    });
  }

  /** Reads the changes. Concurrent callers share one refresh. */
  async refresh(): Promise<void> {
    if (Date.now() - this.readAt < REFRESH_MS) return;
    await (this.reading ??= this.read().finally(() => (this.reading = undefined)));
  }

  private async read(): Promise<void> {
    const startedAt = Date.now();
    // Whatever commits from here on is read by the next refresh.
    const horizon = await oldestTransaction(this.pool);
    for await (const documents of changedDocuments(this.pool, this.horizon)) await this.apply(documents);
    this.synonyms = new Synonyms(await readSynonyms(runnerFor(this.pool)));
    this.horizon = horizon;
    this.readAt = startedAt;
  }

  private async apply(documents: ProductDocument[]): Promise<void> {
    const hashes = [...new Set(documents.flatMap(({ media }) => media))];
    const stored = [...this.stored.keys()];
    const images = await readImages(this.pool, hashes, [...this.pictures.keys(), ...stored], stored);
    const byHash = new Map<string, IndexedImage[]>();
    for (const image of images) byHash.set(image.media_hash, [...(byHash.get(image.media_hash) ?? []), image]);
    for (const { id, facts, media } of documents) {
      if (facts) this.words.set(id, facts);
      else this.words.delete(id);
      for (const index of [...this.pictures.values(), ...this.stored.values()]) index.deleteProduct(id);
      for (const hash of media) for (const picture of byHash.get(hash) ?? []) this.put(id, picture);
      this.colors.set(
        id,
        media.length < 2 ? [] : media.map((hash) => ({ media: hash, color: colorOf(byHash.get(hash)) })),
      );
    }
  }

  private put(product: number, { id, engine, vector, parts }: IndexedImage): void {
    this.stored.get(engine)?.set(Number(id), product);
    if (vector) this.pictures.get(engine)?.set(++this.lastPictureId, product, { vector: floatsOf(vector), parts });
  }
}

/** Returns the main colour of a product's pictures, from an engine that detects colours. */
function colorOf(pictures: IndexedImage[] = []): string | null {
  const parts = pictures.find((picture) => picture.parts)?.parts;
  return parts ? unpack(parts).color.name : null;
}

/** Returns chips from the picture, for kinds that the text does not specify. */
function chipsOf(
  { type, color }: ImageDescription,
  textChips: readonly Chip[],
  ignore: SearchRequest['ignore'],
): Chip[] {
  const shown = { type, color };
  return (['type', 'color'] as const).flatMap((kind) => {
    const label = shown[kind]?.label;
    const isSaid = textChips.some((chip) => chip.kind === kind);
    return label && !isSaid && !ignore.includes(kind) ? [{ kind, label, of: 'image' as const }] : [];
  });
}
