import type { Pool } from 'pg';
import { setImmediate } from 'node:timers/promises';
import type { WordIndex } from '../text/word-index.js';
import {
  nextKeywordProducts,
  nextStamps,
  productsNamedBy,
  readKeywordProducts,
  readNames,
  type KeywordProduct,
  type Names,
} from './keyword-products.sql.js';

/** The page sizes of reading products and stamps. */
const [PAGE, STAMPS] = [1_000, 20_000];
/** After this many products, a few milliseconds of work, waiting searches get their turn. */
const SLICE = 100;

const NO_NAMES: Names = { brands: new Map(), categories: new Map(), colors: new Map(), sizes: new Map() };

/** Loads the shop's products into the index: all of them, or those that changed. */
export class ProductLoader {
  private names = NO_NAMES;
  private hasAll = false;
  private reading: Promise<void> | undefined;
  private nextReading: Promise<void> | undefined;
  /** The last step of the queue. Steps run one after another, so that later reads bring newer data. */
  private step: Promise<unknown> = Promise.resolve();

  /** @param onProduct called for each product that was added to the index or updated in it */
  constructor(
    private readonly pool: Pool,
    private readonly words: WordIndex,
    private readonly onProduct: (product: KeywordProduct) => void,
  ) {}

  /** Whether all products have been read once. */
  get isLoaded(): boolean {
    return this.hasAll;
  }

  /** Queues `act` behind the steps that were requested before it. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.step.catch(() => undefined).then(act);
    this.step = acting;
    return acting;
  }

  /** Reads changed products, and removes those that left the shop. */
  read(ids: readonly number[]): Promise<void> {
    return this.inTurn(() => this.readNow(ids));
  }

  /**
   * Reads all products; later calls read only those that differ from the index. The index answers and follows other changes
   * meanwhile. One load runs at a time: calls during it share the next.
   */
  readAll(): Promise<void> {
    if (!this.reading) return (this.reading = this.readAllNow().finally(() => (this.reading = undefined)));
    this.nextReading ??= this.reading
      .catch(() => undefined)
      .then(() => {
        this.nextReading = undefined;
        return this.readAll();
      });
    return this.nextReading;
  }

  private async readAllNow(): Promise<void> {
    await this.inTurn(() => this.readRenamed());
    if (!this.hasAll) {
      for (let last: number | undefined = 0; last !== undefined;) {
        const after: number = last;
        last = await this.inTurn(() => this.readNext(after));
      }
      this.words.order('sold-desc');
      this.hasAll = true;
      return;
    }
    const known = new Set(this.words.ids);
    for (let last = 0; ;) {
      const after = last;
      const stamped = await this.inTurn(() => nextStamps(this.pool, after, STAMPS));
      const changed = stamped.flatMap(({ id, stamp }) => (this.words.stampOf(id) === stamp ? [] : [id]));
      for (const { id } of stamped) known.delete(id);
      await this.readInPages(changed);
      if (stamped.length < STAMPS) break;
      last = stamped.at(-1)!.id;
    }
    // Read instead of removed, since a product may have returned to the shop meanwhile.
    await this.readInPages([...known]);
  }

  /** Reads the names of brands, categories, colours and sizes, and the products that use a changed name. */
  private async readRenamed(): Promise<void> {
    const names = await readNames(this.pool);
    const renamed = (kind: keyof Names) =>
      [...this.names[kind]].flatMap(([id, name]) => (names[kind].get(id) === name ? [] : [id]));
    const [brands, categories, colors, sizes] = (['brands', 'categories', 'colors', 'sizes'] as const).map(renamed);
    this.names = names;
    if ([brands, categories, colors, sizes].every((ids) => ids!.length === 0)) return;
    const ids = { brands: brands!, categories: categories!, colors: colors!, sizes: sizes! };
    const products = await productsNamedBy(this.pool, ids);
    for (let from = 0; from < products.length; from += PAGE) await this.readNow(products.slice(from, from + PAGE));
  }

  /** @returns the last id of the page; undefined after the last page */
  private async readNext(after: number): Promise<number | undefined> {
    const products = await nextKeywordProducts(this.pool, after, PAGE, this.names);
    await this.put(products);
    return products.length < PAGE ? undefined : products.at(-1)?.id;
  }

  private async readInPages(ids: readonly number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += PAGE) await this.read(ids.slice(from, from + PAGE));
  }

  private async readNow(ids: readonly number[]): Promise<void> {
    const products = await readKeywordProducts(this.pool, ids, this.names);
    await this.put(products);
    const there = new Set(products.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) this.words.delete(id);
  }

  private async put(products: readonly KeywordProduct[]): Promise<void> {
    for (const [nth, product] of products.entries()) {
      this.words.set(product.id, product.facts, product.list);
      this.onProduct(product);
      if (nth % SLICE === SLICE - 1) await setImmediate();
    }
  }
}
