import type { Token } from '../words/tokens.js';
import { isHeelHeight } from './heel-heights.js';

const NUMBER = /^\d+$/;
/** "1m6", "50kg": one word. */
const NUMBER_WITH_UNIT = /^\d+(?:m\d*|kg|ki|ky|cm)$/;
/** The second word of "50 kg", "5 tuổi", "1 m6". */
const UNIT = /^(?:kg|ki|ky|tuoi|thang|m\d*)$/;
/** The word between the ends of a range: "50 đến 60 kg". */
const TO = /^(?:den|toi)$/;

/** Finds a person's height, weight and age, and ranges of them ("50-60kg"), which do not describe products. */
export function bodyMeasuresOf(tokens: readonly Token[]): { start: number; end: number }[] {
  return tokens.flatMap((token, place) => {
    const end = endOfMeasure(tokens, place) ?? endOfRange(tokens, place);
    return end === undefined ? [] : [{ start: token.start, end }];
  });
}

/** Where the range that begins at a token ends, its second number with a unit; undefined without one. */
function endOfRange(tokens: readonly Token[], place: number): number | undefined {
  const [first, next] = [tokens[place], tokens[place + 1]];
  if (!first || !NUMBER.test(first.folded) || next?.isAfterPause) return undefined;
  return endOfMeasure(tokens, TO.test(next?.folded ?? '') ? place + 2 : place + 1);
}

/** Where the measure that begins at a token ends; undefined without one. */
function endOfMeasure(tokens: readonly Token[], place: number): number | undefined {
  const [token, next] = [tokens[place], tokens[place + 1]];
  if (!token) return undefined;
  if (NUMBER_WITH_UNIT.test(token.folded) && !isHeelHeight(token)) return token.end;
  const hasUnitNext = next && !next.isAfterPause && NUMBER.test(token.folded) && UNIT.test(next.folded);
  return hasUnitNext ? next.end : undefined;
}
