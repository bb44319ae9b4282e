import { getQueueToken } from '@nestjs/bullmq';
import { Worker, type Queue } from 'bullmq';
import sharp from 'sharp';
import type { Described, Engine } from '../../../src/search/engines/engine.js';
import { answerJob } from '../../../src/search/worker/search.processor.js';
import { SEARCH_QUEUE, type SearchJob } from '../../../src/search/jobs/search-job.js';
import { followRename } from '../../../src/search/index/renames.js';
import { SearchRuntime } from '../../../src/search/worker/search-runtime.js';
import { Config } from '../../../src/platform/config/config.js';
import { MediaStore } from '../../../src/media/media-store.js';
import { readPicture } from '../../../src/media/picture.js';
import { keepPicture, storePicture } from '../../../src/media/pictures.js';
import { shop } from '../client.js';
import { changeCatalogue } from '../../catalog/stocked.js';

/** An engine that describes a picture by its mean colour only, and that tests control. */
export class ColorEngine implements Engine {
  readonly dimensions = 3;
  fallback = false;
  /** The number of described pictures. */
  looks = 0;
  isDown = false;
  /** Delays the description of a picture until this resolves. */
  pause: Promise<void> | undefined;
  /** The result of `embedText`. */
  words: number[] | null = null;

  constructor(readonly name = 'color-1') {}

  async embedImage(bytes: Buffer): Promise<Described> {
    await this.pause;
    if (this.isDown) throw new Error('down');
    this.looks += 1;
    const { channels } = await sharp(bytes).removeAlpha().stats();
    const mean = channels.slice(0, 3).map((channel) => channel.mean - 127.5);
    const length = Math.hypot(...mean) || 1;
    return { vector: Float32Array.from(mean, (value) => value / length), parts: null };
  }

  embedText(): Promise<Float32Array | null> {
    if (this.isDown) return Promise.reject(new Error('down'));
    return Promise.resolve(this.words && Float32Array.from(this.words));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The worker's search, in this process. */
export class SearchWorker {
  private constructor(
    readonly parts: SearchRuntime,
    private readonly worker: Worker,
  ) {}

  static async open(...engines: Engine[]): Promise<SearchWorker> {
    const { app, db } = shop();
    const parts = await SearchRuntime.with(db, app.get(Config), engines);
    const queue = app.get<Queue>(getQueueToken(SEARCH_QUEUE));
    const worker = new Worker<SearchJob>(SEARCH_QUEUE, (job) => answerJob(parts.searcher, job), {
      ...queue.opts,
      concurrency: 8,
    });
    return new SearchWorker(parts, worker);
  }

  /** Indexes changes until none is left. */
  async index(): Promise<void> {
    await this.parts.indexer.start();
    await this.work();
  }

  /** Indexes changes like a worker that has been running for long. */
  async work(): Promise<void> {
    const { indexer } = this.parts;
    while (await followRename(shop().db));
    do for (let batch = await indexer.takeBatch(); batch; batch = await indexer.takeBatch()) await indexer.index(batch);
    while (!(await indexer.complete()));
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.parts.close();
  }
}

/** A product as an administrator would have created it. @returns its id */
export async function givenProduct(
  name: string,
  { category = '', brand = '', price = 200_000, pictures = [] }: Partial<GivenProduct> = {},
): Promise<number> {
  const { db } = shop();
  const groupId = async (table: 'brands' | 'categories', title: string): Promise<number | null> => {
    if (!title) return null;
    await db.query(`INSERT INTO ${table} (title) VALUES ($1) ON CONFLICT (lower_vi(title)) DO NOTHING`, [title]);
    const [row]: { id: number }[] = await db.query(`SELECT id FROM ${table} WHERE title = $1`, [title]);
    return row!.id;
  };
  const [product]: { id: number }[] = await changeCatalogue(
    `INSERT INTO products (handle, name, price, count_in_stock, category_id, brand_id)
     VALUES (gen_random_uuid(), $1, $2, 5, $3, $4) RETURNING id`,
    [name, price, await groupId('categories', category), await groupId('brands', brand)],
  );
  for (const [position, bytes] of pictures.entries()) await addPicture(product!.id, bytes, position);
  return product!.id;
}

interface GivenProduct {
  category: string;
  brand: string;
  price: number;
  pictures: Buffer[];
}

export async function addPicture(product: number, bytes: Buffer, position = 0): Promise<string> {
  const { app, db } = shop();
  const picture = await readPicture(bytes);
  await storePicture(db, MediaStore.of(app.get(Config)), picture);
  const { hash } = picture;
  return db.transaction(async (tx) => {
    await keepPicture(tx, hash);
    await tx.query('INSERT INTO product_images (product_id, media_hash, position) VALUES ($1, $2, $3)', [
      product,
      hash,
      position,
    ]);
    return hash;
  });
}

let plainOnes = 0;

/** A picture of one colour, with unique bytes within a test file. */
export const plain = (background: string, width = 60 + (plainOnes++ % 4_000)): Promise<Buffer> =>
  sharp({ create: { width, height: 80, channels: 3, background } })
    .jpeg()
    .toBuffer();
