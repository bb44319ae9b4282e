import type { Token } from '../../tokens.js';

export interface HeelHeight {
  /** In centimetres. */
  height: number;
  start: number;
  end: number;
}

const MAX_HEEL = 15;
const TOGETHER = /^(\d{1,2})(?:p|f|cm|phan)$/;
const UNIT = /^(?:p|f|cm|phan)$/;
const BODY = /^\d+(?:m\d*|kg|ki|ky|cm)$/;
const BODY_UNIT = /^(?:kg|ki|ky|tuoi|thang|m\d*)$/;

/** Finds heel heights: "7 phân", "7p", "7cm". */
export function heelHeightsOf(tokens: readonly Token[]): HeelHeight[] {
  return tokens.flatMap((token, place) => {
    const next = tokens[place + 1];
    const height = Number(TOGETHER.exec(token.folded)?.[1] ?? (UNIT.test(next?.folded ?? '') ? token.folded : NaN));
    if (!(height >= 1 && height <= MAX_HEEL)) return [];
    const end = TOGETHER.test(token.folded) ? token.end : (next?.end ?? token.end);
    return { height, start: token.start, end };
  });
}

/** Finds a person's height, weight and age, and ranges of them ("50-60kg"), which do not describe products. */
export function bodyMeasuresOf(tokens: readonly Token[]): { start: number; end: number }[] {
  return tokens.flatMap((token, place) => {
    const isRange = /^\d+$/.test(token.folded) && !tokens[place + 1]?.isAfterPause;
    const last = isRange && /^(?:den|toi)$/.test(tokens[place + 1]?.folded ?? '') ? place + 2 : place + 1;
    const end = endOfMeasure(tokens, place) ?? (isRange ? endOfMeasure(tokens, last) : undefined);
    return end === undefined ? [] : { start: token.start, end };
  });
}

/** Where the measure that begins at a token ends; undefined without one. */
function endOfMeasure(tokens: readonly Token[], place: number): number | undefined {
  const [token, next] = [tokens[place], tokens[place + 1]];
  if (!token) return undefined;
  if (BODY.test(token.folded) && !TOGETHER.test(token.folded)) return token.end;
  const isMeasure = next && !next.isAfterPause && /^\d+$/.test(token.folded) && BODY_UNIT.test(next.folded);
  return isMeasure ? next.end : undefined;
}
