import type { Pool } from 'pg';
import type { KeywordReading, ListHits } from '../../catalog/reads/keyword-search.js';
import { CurationReader } from '../curation/curation-reader.js';
import { readQueries } from '../curation/read-queries.js';
import { MAX_SUGGESTED } from '../../contract/search/suggestions.js';
import { PopularQueries } from '../suggest/popular-queries.js';
import { SuggestionIndex, type SuggestionHits } from '../suggest/suggestion-index.js';
import { findAny } from '../matching/match-any.js';
import { tokensOf } from '../text/words/tokens.js';
import { WordIndex } from '../text/word-index.js';
import { MatchCache } from './match-cache.js';
import { listPart, type ListQuery } from './product-list.js';
import type { IndexSnapshot } from './index-snapshot.js';
import { ProductLoader, type SnapshotAccess } from './product-loader.js';

/** A call to the index thread. The index reads the changes before it searches. */
export interface KeywordCall {
  /** Products that changed since the last call; null when any product may have changed. */
  changed: readonly number[] | null;
  /** Products that were sold, each with its new total of pieces sold. */
  sales?: Sales;
  /** Whether the owner changed synonyms, pins or the switch for learning. */
  isCurated?: boolean;
  /** null for a call that only passes changes or requests suggestions. */
  search: KeywordRequest | null;
  /** The text typed so far, for which suggestions are requested. */
  suggest?: string;
}

type Sales = readonly (readonly [id: number, sold: number])[];

/** The hits of a list. The service adds `isCurrent`. */
type Hits = Omit<ListHits, 'isCurrent'>;

export interface KeywordRequest {
  /** undefined: all products. */
  keyword: string | undefined;
  filters: ListQuery;
  from: number;
  count: number;
}

/** How many of the nearest products are offered when a search finds nothing. */
const NEAREST = 12;

/** The in-memory index of the shop's products. Answers lists, keyword searches and suggestions, and reads reported changes. */
export class KeywordIndex {
  private readonly words = new WordIndex();
  private readonly suggestions = new SuggestionIndex(this.words);
  private readonly loader: ProductLoader;
  private readonly curator: CurationReader;
  private readonly popular: PopularQueries;
  /** Resolves once all changes reported so far are read. It fails with any of them, until all products are read again. */
  private following: Promise<void> = Promise.resolve();

  /** @param snapshot opens the file in which the index is saved for the next start; undefined for none */
  constructor(
    private readonly pool: Pool,
    snapshot?: () => Promise<IndexSnapshot>,
    private readonly matches = new MatchCache(),
  ) {
    const saving: SnapshotAccess | undefined = snapshot && {
      open: snapshot,
      words: () => this.suggestions.dump(),
      restore: (words) => this.suggestions.restore(words),
    };
    this.loader = new ProductLoader(pool, this.words, ({ facts }) => this.suggestions.learn(facts), saving);
    this.curator = new CurationReader(pool);
    this.popular = new PopularQueries(pool, (keyword) => this.firstOf(keyword, 1).ids[0]);
  }

  /**
   * Answers once every change that this call or an earlier one reports is read.
   * @returns null for a call without a request, and until all products have been read once
   * @throws while a reported change could not be read and all products have not been read since
   */
  async call({ changed, sales = [], isCurated, search, suggest }: KeywordCall): Promise<Hits | SuggestionHits | null> {
    if (changed === null) await this.readAll();
    await this.follow(changed ?? [], sales, isCurated);
    // In the background: boosts change the order only slightly, and the old ones apply meanwhile.
    if (this.curator.isLearningDue) void this.curator.learn().catch(() => undefined);
    if (!this.loader.isLoaded) return null;
    return suggest === undefined ? search && this.search(search) : this.suggest(suggest);
  }

  private async readAll(): Promise<void> {
    // It also reads what could not be read before.
    this.following = Promise.resolve();
    await this.loader.inTurn(() => this.curator.read());
    await this.loader.inTurn(() => this.suggestions.open(this.pool));
    await this.loader.readAll();
    this.popular.allChanged();
  }

  /** Reads changes in the order of the calls that report them. @returns `following`, with these changes */
  private follow(changed: readonly number[], sales: Sales, isCurated = false): Promise<void> {
    const steps: Promise<void>[] = [this.following];
    if (isCurated) steps.push(this.loader.inTurn(() => this.curator.read()));
    if (changed.length > 0) steps.push(this.read(changed));
    if (sales.length > 0) steps.push(this.loader.inTurn(() => this.updateSales(sales)));
    if (steps.length > 1) this.following = Promise.all(steps).then(() => undefined);
    // Each call that waits for it reports the failure.
    this.following.catch(() => undefined);
    return this.following;
  }

  private async read(changed: readonly number[]): Promise<void> {
    await this.loader.read(changed);
    const gone = changed.filter((id) => this.words.rowOf(id) === undefined);
    this.popular.changed(new Set(changed), new Set(gone));
  }

  private async updateSales(sales: Sales): Promise<void> {
    for (const [id, sold] of sales) this.words.updateSales(id, { sold });
  }

  /**
   * If no product has the words as typed, falls back to a search, which corrects spelling and knows synonyms. Where that finds
   * nothing either, offers what a result page would.
   */
  private suggest(typed: string): SuggestionHits {
    const popular = this.popular.known();
    const offered = this.suggestions.suggest(typed, popular);
    if (offered.products.length > 0 || tokensOf(typed).length === 0) return offered;
    const { ids, keyword } = this.firstOf(typed, MAX_SUGGESTED.products);
    if (ids.length === 0) return { ...offered, ...this.offer(keyword?.nearest ?? []) };
    const meant = keyword?.correction ? this.suggestions.suggest(keyword.correction, popular) : offered;
    return { ...meant, products: [...ids] };
  }

  private offer(nearest: readonly number[]): Pick<SuggestionHits, 'products' | 'offer'> {
    if (nearest.length > 0) return { products: nearest.slice(0, MAX_SUGGESTED.products), offer: 'nearest' };
    const { ids } = listPart(this.words, null, {}, { from: 0, count: MAX_SUGGESTED.products });
    return { products: ids, offer: 'popular' };
  }

  private firstOf(keyword: string, count: number): Hits {
    return this.search({ keyword, filters: {}, from: 0, count });
  }

  private search({ keyword, filters, from, count }: KeywordRequest): Hits {
    const { curation } = this.curator;
    const queries = keyword === undefined ? null : readQueries(keyword, this.words, curation.synonyms);
    this.words.scratch.begin();
    // Sales are left out: they order the products of a match, but decide for no match of this size which belong to it.
    const version = `${this.words.cells.version} ${curation.version}`;
    const find = () => curation.arrange(findAny(queries!, this.words), keyword!, this.words);
    const match = queries && this.matches.read(keyword!, version, this.words.scratch, find);
    const part = listPart(this.words, match, filters, { from, count });
    const [query] = queries ?? [];
    const isEmpty = match?.rows.length === 0;
    const reading: KeywordReading | null = query
      ? {
          // A text read with low confidence that finds nothing is not what the shop understood; the correction offers it.
          understood: isEmpty && query.isLowConfidence ? [] : query.chips,
          correction: query.correction,
          nearest: isEmpty ? this.words.search(query, NEAREST).map(({ id }) => id) : [],
        }
      : null;
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
