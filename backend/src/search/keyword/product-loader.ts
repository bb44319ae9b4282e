import type { Pool } from 'pg';
import { setImmediate } from 'node:timers/promises';
import type { IndexPiece, WordIndex } from '../text/word-index.js';
import type { IndexSnapshot } from './index-snapshot.js';
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

/** A snapshot is written again when a start had to read more than this share of the products. */
const MAX_OUTDATED = 0.1;

const NO_NAMES: Names = { brands: new Map(), categories: new Map(), colors: new Map(), sizes: new Map() };

/** What is saved besides the index: the words of suggestions, and the names by which products were read. */
export interface SavedWords {
  words: [folded: string, spellings: string[]][];
  names: Names;
}

/** Where the index is saved, and what is saved with it. */
export interface SnapshotAccess {
  open: () => Promise<IndexSnapshot>;
  words: () => SavedWords['words'];
  restore: (words: SavedWords['words']) => void;
}

/** Loads the shop's products into the index: all of them, or those that changed. */
export class ProductLoader {
  private names = NO_NAMES;
  /** Products that are in the index with a name that has changed. */
  private readonly misnamed = new Set<number>();
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
    private readonly saving?: SnapshotAccess,
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
    if (this.hasAll) return void (await this.readChanged());
    // Without a snapshot, or with a broken one, everything is read.
    const snapshot = await this.saving?.open().catch(() => undefined);
    const isRestored = snapshot !== undefined && (await this.inTurn(() => this.restore(snapshot)));
    const count = isRestored ? await this.readChanged() : await this.readFirst();
    this.words.sortedRows('sold-desc');
    if (snapshot?.isWorth(this.words.size) && count > this.words.size * MAX_OUTDATED) {
      // In turn: pieces of different moments would not fit together. A full disk costs only the next start.
      await this.inTurn(() => snapshot.write(this.pieces())).catch(() => undefined);
    }
    this.hasAll = true;
  }

  private *pieces(): Generator<IndexPiece | SavedWords> {
    yield { words: this.saving?.words() ?? [], names: this.names };
    yield* this.words.dump();
  }

  private async restore(snapshot: IndexSnapshot): Promise<boolean> {
    this.words.reset(); // of changes that came before
    try {
      return await snapshot.read((piece) => {
        const part = piece as IndexPiece | SavedWords;
        if (!('words' in part)) return this.words.restore(part);
        this.names = part.names;
        this.saving?.restore(part.words);
      });
    } catch {
      this.words.reset();
      this.names = NO_NAMES;
      return false;
    }
  }

  /** @returns how many products were read */
  private async readFirst(): Promise<number> {
    await this.inTurn(() => this.readNames());
    for (let last: number | undefined = 0; last !== undefined;) {
      const after: number = last;
      last = await this.inTurn(() => this.readNext(after));
    }
    return this.words.size;
  }

  /** Reads the products whose stamps differ from those in the index. @returns how many were read */
  private async readChanged(): Promise<number> {
    await this.inTurn(() => this.readNames());
    // Not in one step: half the shop may have a size, and changes of other products would wait for all of them.
    await this.readInPages([...this.misnamed]);
    this.misnamed.clear();
    let count = 0;
    const known = new Set(this.words.ids);
    for (let last = 0; ;) {
      const after = last;
      const stamped = await this.inTurn(() => nextStamps(this.pool, after, STAMPS));
      const changed = stamped.flatMap(({ id, stamp }) => (this.words.stampOf(id) === stamp ? [] : [id]));
      for (const { id } of stamped) known.delete(id);
      await this.readInPages(changed);
      count += changed.length;
      if (stamped.length < STAMPS) break;
      last = stamped.at(-1)!.id;
    }
    // Read instead of removed, since a product may have returned to the shop meanwhile.
    await this.readInPages([...known]);
    return count + known.size;
  }

  /** Reads the names of brands, categories, colours and sizes, and notes the products that use a changed name. */
  private async readNames(): Promise<void> {
    const names = await readNames(this.pool);
    const renamed = (kind: keyof Names) =>
      [...this.names[kind]].flatMap(([id, name]) => (names[kind].get(id) === name ? [] : [id]));
    const [brands, categories, colors, sizes] = (['brands', 'categories', 'colors', 'sizes'] as const).map(renamed);
    if ([brands, categories, colors, sizes].some((ids) => ids!.length > 0)) {
      const ids = { brands: brands!, categories: categories!, colors: colors!, sizes: sizes! };
      for (const id of await productsNamedBy(this.pool, ids)) this.misnamed.add(id);
    }
    this.names = names;
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
