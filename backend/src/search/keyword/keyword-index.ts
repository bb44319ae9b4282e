import type { Pool } from 'pg';
import { setImmediate } from 'node:timers/promises';
import type { KeywordReading, ListHits } from '../../catalog/products/reads/keyword-search.js';
import { parseQuery } from '../text/query/parse-query.js';
import { WordIndex } from '../text/word-index.js';
import { findProducts } from './keyword-match.js';
import {
  nextKeywordProducts,
  nextStamps,
  productsNamedBy,
  readKeywordProducts,
  readNames,
  type KeywordProduct,
  type Names,
} from './keyword-products.sql.js';
import { listPart, type ListQuery } from './product-list.js';

/** A call of the thread that holds the index. */
export interface KeywordCall {
  /** Products that changed since the last call; null for any. They are read again before the search. */
  changed: readonly number[] | null;
  /** Products that were sold, with the pieces sold of each by now. */
  sales?: readonly (readonly [id: number, sold: number])[];
  /** null: nothing but the changes. */
  search: KeywordRequest | null;
}

export interface KeywordRequest {
  /** undefined: all products. */
  keyword: string | undefined;
  filters: ListQuery;
  from: number;
  count: number;
}

/** How many products are offered where none is all that was asked for. */
const NEAREST = 12;
/** How many products are read at once, and how many stamps. */
const [PAGE, STAMPS] = [1_000, 20_000];
/** So many products are put into the index before a search has its turn: some milliseconds. */
const SLICE = 100;

const NO_NAMES: Names = { brands: new Map(), categories: new Map(), colors: new Map(), sizes: new Map() };

/** The shop's products in memory: lists and keywords are answered from it. It reads what it is told has changed. */
export class KeywordIndex {
  private readonly words = new WordIndex();
  private names = NO_NAMES;
  private isLoaded = false;
  private reading: Promise<void> | undefined;
  private nextReading: Promise<void> | undefined;
  /** The step under way, after those before it: what is read later is newer. */
  private step: Promise<unknown> = Promise.resolve();

  constructor(private readonly pool: Pool) {}

  /** @returns null for a call without a search, and while the products have not been read for the first time */
  async call({ changed, sales = [], search }: KeywordCall): Promise<Omit<ListHits, 'isCurrent'> | null> {
    if (changed === null) await this.readAllInTurn();
    else if (changed.length > 0) await this.inTurn(() => this.read(changed));
    for (const [id, sold] of sales) this.words.move(id, { sold });
    return search && this.isLoaded ? this.search(search) : null;
  }

  /** One reading at a time: who asks for one meanwhile waits for the next, which all share. */
  private readAllInTurn(): Promise<void> {
    if (!this.reading) return (this.reading = this.readAll().finally(() => (this.reading = undefined)));
    this.nextReading ??= this.reading
      .catch(() => undefined)
      .then(() => {
        this.nextReading = undefined;
        return this.readAllInTurn();
      });
    return this.nextReading;
  }

  /** Reads what has changed of all products. The index answers meanwhile, and follows the changes that it is told of. */
  private async readAll(): Promise<void> {
    await this.inTurn(() => this.readRenamed());
    if (!this.isLoaded) {
      for (let last: number | undefined = 0; last !== undefined;) {
        const after: number = last;
        last = await this.inTurn(() => this.readNext(after));
      }
      this.words.order('sold-desc');
      this.isLoaded = true;
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
    // What came in meanwhile is not gone.
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
    for (let from = 0; from < products.length; from += PAGE) await this.read(products.slice(from, from + PAGE));
  }

  /** @returns the last id that was read; undefined after the last product */
  private async readNext(after: number): Promise<number | undefined> {
    const products = await nextKeywordProducts(this.pool, after, PAGE, this.names);
    await this.put(products);
    return products.length < PAGE ? undefined : products.at(-1)?.id;
  }

  private async readInPages(ids: readonly number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += PAGE) {
      await this.inTurn(() => this.read(ids.slice(from, from + PAGE)));
    }
  }

  private async read(ids: readonly number[]): Promise<void> {
    const products = await readKeywordProducts(this.pool, ids, this.names);
    await this.put(products);
    const there = new Set(products.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) this.words.delete(id);
  }

  private async put(products: readonly KeywordProduct[]): Promise<void> {
    for (const [nth, { id, facts, list }] of products.entries()) {
      this.words.set(id, facts, list);
      if (nth % SLICE === SLICE - 1) await setImmediate();
    }
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.step.catch(() => undefined).then(act);
    this.step = acting;
    return acting;
  }

  private search({ keyword, filters, from, count }: KeywordRequest): Omit<ListHits, 'isCurrent'> {
    const query = keyword === undefined ? null : parseQuery(keyword, this.words);
    const match = query && findProducts(query, this.words);
    const isNone = match?.rows.length === 0;
    const part = listPart(this.words, match, filters, { from, count });
    const reading: KeywordReading | null = query && {
      understood: query.chips,
      correction: query.correction,
      nearest: isNone ? this.words.search(query, NEAREST).map(({ id }) => id) : [],
    };
    return {
      ids: part.ids,
      count: part.count,
      facets: part.facets,
      keyword: reading,
      least_sold: part.leastSold,
      most_sold: part.mostSold,
    };
  }
}
