import type { Token } from '../words/tokens.js';

/** The height of a heel that a text requests or describes. */
export interface HeelHeight {
  /** In centimetres. */
  height: number;
  start: number;
  end: number;
}

/** In centimetres: a higher number measures something else. */
const MAX_HEEL_HEIGHT = 15;
/** "7p", "7cm": one word. */
const NUMBER_WITH_UNIT = /^(\d{1,2})(?:p|f|cm|phan)$/;
/** The second word of "7 phân". */
const UNIT = /^(?:p|f|cm|phan)$/;

/** Whether a word alone looks like the height of a heel: "7cm", and so does "60cm", which is too high for one. */
export const isHeelHeight = ({ folded }: Token): boolean => NUMBER_WITH_UNIT.test(folded);

/** Finds heel heights: "7 phân", "7p", "7cm". */
export function heelHeightsOf(tokens: readonly Token[]): HeelHeight[] {
  return tokens.flatMap((token, place) => {
    const next = tokens[place + 1];
    const hasUnitNext = UNIT.test(next?.folded ?? '');
    const height = Number(NUMBER_WITH_UNIT.exec(token.folded)?.[1] ?? (hasUnitNext ? token.folded : NaN));
    if (!(height >= 1 && height <= MAX_HEEL_HEIGHT)) return [];
    const end = isHeelHeight(token) ? token.end : (next?.end ?? token.end);
    return [{ height, start: token.start, end }];
  });
}
