import { Injectable, Logger } from '@nestjs/common';
import { foldVi, wordsOf } from '../../catalog/text/fold.js';
import { CatalogSource } from '../../catalog/reads/catalog-source.js';
import { PROVISIONAL_TAGS } from '../../catalog/reads/read-tags.js';
import { MAX_SUGGESTED, type Suggestions } from '../../contract/search/suggestions.js';
import { cardTag } from '../../platform/http-cache/cache-tags.js';
import type { RawJson } from '../../platform/http-cache/raw-json.interceptor.js';
import { KeywordSearchService, type Suggested } from '../keyword/keyword-search.service.js';
import { readSuggestedProducts, readTitlesBegun } from '../suggest/suggestions.sql.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';

/** Suggests keywords, categories, brands and products while a shopper types. */
@Injectable()
export class SuggestService {
  private readonly logger = new Logger('Suggestions');
  private readonly logFailure = repeatedLine((error: Error) =>
    this.logger.warn(`Nothing is suggested: ${error.message}`),
  );
  constructor(
    private readonly keywords: KeywordSearchService,
    private readonly source: CatalogSource,
  ) {}

  /** Never fails: without the index it suggests only titles, and without the database nothing. */
  async suggest(typed: string): Promise<RawJson> {
    try {
      const hits = await this.keywords.suggest(typed);
      return await (hits ? this.show(hits) : this.plain(typed));
    } catch (error) {
      this.logFailure(error as Error);
      return temporary({ queries: [], categories: [], brands: [], products: [] });
    }
  }

  private async show({ products: ids, isCurrent, ...rest }: Suggested): Promise<RawJson> {
    const products = await readSuggestedProducts(this.source, ids);
    return {
      json: `${JSON.stringify(rest).slice(0, -1)},"products":${products}}`,
      tags: isCurrent ? ['list', 'counts', 'keywords', ...ids.map(cardTag)] : PROVISIONAL_TAGS,
    };
  }

  private async plain(typed: string): Promise<RawJson> {
    const begun = wordsOf(foldVi(typed)).join(' ');
    if (!begun) return temporary({ queries: [], categories: [], brands: [], products: [] });
    const [categories, brands] = await Promise.all([
      readTitlesBegun(this.source, 'categories', begun, MAX_SUGGESTED.categories),
      readTitlesBegun(this.source, 'brands', begun, MAX_SUGGESTED.brands),
    ]);
    return temporary({ queries: [], categories, brands, products: [] });
  }
}

/** A temporary answer: a better one may follow soon, even if the shop does not change. */
const temporary = (suggestions: Suggestions): RawJson => ({ json: JSON.stringify(suggestions), noStore: true });
