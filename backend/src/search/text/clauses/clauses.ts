import type { IndexedProducts } from '../rows/indexed-products.js';
import { highestPayload, type RowScope } from '../rows/row-values.js';
import type { MeaningTerm, ParsedQuery } from '../query/parsed-query.js';
import { attributeClause, heelClause } from './attribute-clauses.js';
import type { Clause, ClauseContext } from './clause.js';
import { colorClause } from './color-clause.js';
import { brandClauses } from './brand-clauses.js';
import { excludedClause } from './excluded-clause.js';
import { genderClause } from './gender-clause.js';
import { priceClauses } from './price-clauses.js';
import { sizeClauses } from './size-clauses.js';
import { typeClause } from './type-clause.js';
import { wordsClause } from './words-clause.js';

/** The clauses of a query, by descending weight. */
export function clausesOf(query: ParsedQuery, index: IndexedProducts, scope: RowScope): Clause[] {
  const certaintyOfAny: ClauseContext['certaintyOfAny'] = (...meanings) =>
    highestPayload(
      meanings.map((meaning) => index.postings.ofMeaning(meaning)),
      index,
      scope,
    );
  const context = { index, scope, certaintyOfAny };
  const attributes = (terms: MeaningTerm[], reason: string) =>
    requested(terms).map((term) => attributeClause(term, context, reason));
  const clauses = [
    ...typeClause(requested(query.types), context),
    ...colorClause(requested(query.colors), context),
    ...genderClause(requested(query.genders), index),
    ...attributes(query.materials, 'đúng chất liệu'),
    ...attributes(query.occasions, 'hợp dịp'),
    ...attributes(query.styles, 'đúng kiểu'),
    ...sizeClauses(query, context),
    ...priceClauses(query, index),
    ...brandClauses(query, index),
    ...query.heights.map(({ height }) => heelClause(height, context)),
    ...excluded(query).map((term) => excludedClause(term, context)),
    ...wordsClause(query, context),
  ];
  return clauses.sort((a, b) => b.weight - a.weight);
}

const requested = (terms: MeaningTerm[]) => terms.filter(({ isExcluded }) => !isExcluded);

const excluded = ({ types, colors, genders, materials, occasions, styles }: ParsedQuery) =>
  [...types, ...colors, ...genders, ...materials, ...occasions, ...styles].filter(({ isExcluded }) => isExcluded);
