import type { NamedBrand } from './rows/brands.js';
import { clausesOf } from './clauses/clauses.js';
import type { ParsedQuery, WordTerm } from './query/parsed-query.js';
import type { ShopWords } from './query/shop-words.js';
import { bestMatches, matchOf, type WordMatch } from './ranking.js';
import { ProductRows, type IndexPiece } from './rows/product-rows.js';
import { hasCommonRow } from './rows/row-sets.js';
import { SpellingCorrector } from './spelling/spelling-corrector.js';
import { toneLast, type Token } from './words/tokens.js';

export type { WordMatch } from './ranking.js';
export type { ListFacts } from './rows/list-facts.js';
export type { IndexPiece } from './rows/product-rows.js';

/** The spelling corrector is built again when this share of the products has changed. */
const MAX_STALE_SHARE = 0.02;

/** The in-memory index that finds products by queries, without the database. */
export class WordIndex extends ProductRows implements ShopWords {
  private corrector: SpellingCorrector | null = null;

  /** @returns the best matches first; ties are broken by sales, then by the lower id */
  search(query: ParsedQuery, count: number): WordMatch[] {
    this.scratch.begin();
    const matches = bestMatches(this, clausesOf(query, this, 'all'), query, count);
    return matches.length > 0 ? matches : this.searchOtherTypes(query, count);
  }

  /** If the shop has nothing of the type, returns products that match the other criteria. */
  private searchOtherTypes(query: ParsedQuery, count: number): WordMatch[] {
    const rest = { ...query, types: query.types.filter(({ isExcluded }) => isExcluded) };
    if (rest.types.length === query.types.length) return [];
    const matches = bestMatches(this, clausesOf(rest, this, 'all'), rest, count);
    return matches.flatMap(({ id }) => this.match(query, id) ?? []);
  }

  /** The match of one product, with score 0 if it does not fit; null if it is not indexed or the query is empty. */
  match(query: ParsedQuery, id: number): WordMatch | null {
    const row = this.rowById.get(id);
    const clauses = clausesOf(query, this, 'one');
    return row === undefined || clauses.length === 0 ? null : matchOf(this, clauses, row);
  }

  /** The shop's spelling of a folded word; the word itself if there is none. */
  spellingOf(word: string): string {
    return this.spellings.get(word) ?? word;
  }

  /** Whether a product's name has all these words as typed. */
  isNameOf(tokens: readonly Token[]): boolean {
    const postings = tokens.map(({ typed }) => this.postings.ofTonedWord(toneLast(typed)));
    return hasCommonRow(postings, (row) => this.isLive(row));
  }

  brandAt(tokens: readonly Token[], at: number): NamedBrand | null {
    return this.brands.longestMatchAt(tokens, at);
  }

  /** See `ProductPostings`. */
  isWritten(word: string): boolean {
    return this.postings.isWritten(word);
  }

  /** See `ProductPostings`. */
  namesWith(words: readonly WordTerm[]): number {
    return this.postings.namesWith(words);
  }

  /** Corrects misspelt words by the current vocabulary. */
  spellingCorrector(): SpellingCorrector {
    if (this.corrector === null || this.changes > this.size * MAX_STALE_SHARE) {
      const { folded, toned } = this.postings.vocabulary();
      this.corrector = new SpellingCorrector(folded, toned, (word) => this.postings.hasWord(word));
      this.changes = 0;
    }
    return this.corrector;
  }

  override restore(piece: IndexPiece): void {
    super.restore(piece);
    // One made between two pieces knows only the words of the first.
    this.corrector = null;
  }
}
