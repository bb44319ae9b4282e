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

/** How many products are read at once, and how many stamps. */
const [PAGE, STAMPS] = [1_000, 20_000];
/** After so many products, some milliseconds of work, a waiting search has its turn. */
const SLICE = 100;

const NO_NAMES: Names = { brands: new Map(), categories: new Map(), colors: new Map(), sizes: new Map() };

/** Reads the shop's products into the index, all of them or those that changed. */
export class ProductLoader {
  private names = NO_NAMES;
  private hasAll = false;
  private reading: Promise<void> | undefined;
  private nextReading: Promise<void> | undefined;
  /** The step under way, after those before it: what is read later is newer. */
  private step: Promise<unknown> = Promise.resolve();

  /** @param onProduct called for each product that came into the index, or came in another version */
  constructor(
    private readonly pool: Pool,
    private readonly words: WordIndex,
    private readonly onProduct: (product: KeywordProduct) => void,
  ) {}

  /** Whether all products have been read once. */
  get isLoaded(): boolean {
    return this.hasAll;
  }

  /** Runs `act` after the steps under way, and before those that come later. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.step.catch(() => undefined).then(act);
    this.step = acting;
    return acting;
  }

  /** Reads products that changed. */
  read(ids: readonly number[]): Promise<void> {
    return this.inTurn(() => this.readNow(ids));
  }

  /**
   * Reads all products; later calls read those that differ from the index. The index answers meanwhile, and follows other
   * changes. One reading runs at a time: calls that come meanwhile share the next.
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
    // A product that arrived meanwhile is still in the shop, so all of these are read, not removed.
    await this.readInPages([...known]);
  }

  /** Reads the names that products share, and the products whose names have changed. */
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

  /** @returns the last id that was read; undefined after the last product */
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
