import { DESCRIPTIVE_KINDS, type Clause } from '../text/clauses/clause.js';

/** How certainly a product matches a keyword. */
export const TIER = {
  no: 0,
  /** The right type, without evidence of the other criteria: any dress, for "đầm maxi". */
  near: 1,
  /** Its colour, size or gender is unknown. */
  unknown: 2,
  right: 3,
} as const;
type Tier = (typeof TIER)[keyof typeof TIER];

/** The minimum fit of a satisfied clause. The type's is higher: a type that a name merely mentions does not count. */
const [SURE, SURE_TYPE] = [0.4, 0.5];

/** The criteria that a product may meet unknown to the shop. */
export const MAY_BE_UNKNOWN = new Set<Clause['kind']>(['color', 'gender', 'size']);

/** How a row matches a query. */
export interface Judgement {
  tier: Tier;
  score: number;
  /** How well its type fits. */
  type: number;
}

/**
 * Judges how a row matches the clauses of a query.
 * @param into receives the result, which saves an allocation per row
 * @param isNamed whether its name, category or brand has every word
 * @param hasType whether its type is known
 */
export function judge(
  into: Judgement,
  clauses: readonly Clause[],
  row: number,
  isNamed: boolean,
  hasType: boolean,
): void {
  let tier: Tier = TIER.right;
  let sum = 0;
  let weights = 0;
  let type = 1;
  let isAny = isNamed;
  let isSure = isNamed;
  for (const { kind, weight, isHard, fit } of clauses) {
    const own = fit(row);
    if (kind === 'type') type = own;
    isSure ||= own >= SURE || kind === 'words';
    isAny ||= own >= SURE && DESCRIPTIVE_KINDS.has(kind);
    sum += weight * own;
    weights += weight;
    // A product whose name is exactly the query matches even if its type does not.
    if (own < 0 && isHard && !(isNamed && kind === 'type')) {
      into.tier = TIER.no;
      return;
    }
    if (own >= (kind === 'type' ? SURE_TYPE : SURE) || kind === 'words' || kind === 'price') continue;
    if (MAY_BE_UNKNOWN.has(kind)) tier = tier === TIER.right ? TIER.unknown : tier;
    else if (!isNamed || (kind === 'type' && hasType && clauses.length > 1)) tier = TIER.near;
  }
  // Unless it is named as typed, a match satisfies some clause, and a `near` one a descriptive one.
  if ((tier === TIER.near && !isAny) || !isSure) tier = TIER.no;
  into.tier = tier;
  into.score = weights === 0 ? 0 : Math.max(0, sum / weights);
  into.type = Math.max(0, type);
}
