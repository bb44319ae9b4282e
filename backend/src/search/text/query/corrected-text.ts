import type { Token } from '../words/tokens.js';
import type { ShopWords } from './shop-words.js';
import { intendedWord, type Segment } from '../segmentation/segment.js';

/** Writes a text with the words that it was taken for; null if it differs from the typed one at most in tones. */
export function correctedText(text: string, segments: Segment[], tokens: Token[], shop: ShopWords): string | null {
  let corrected = '';
  /** The end of the text that `corrected` has. */
  let end = 0;
  let isChanged = false;
  for (const segment of segments) {
    for (let at = segment.from; at < segment.to; at++) {
      const token = tokens[at];
      if (!token) continue;
      // The token before ends here without a space: both were typed as one, see `SpellingCorrector.splitJoinedWords`.
      const isSplit = at > 0 && token.start === end;
      const intended = intendedWord(segment, token, at);
      const isTypo = intended !== token.folded;
      const asTyped = isSplit ? token.typed : text.slice(token.start, token.end);
      const written = segment.phrase?.written[at - segment.from] ?? (isTypo ? shop.spellingOf(intended) : asTyped);
      corrected += `${text.slice(end, token.start)}${isSplit ? ' ' : ''}${written}`;
      end = token.end;
      isChanged ||= isTypo || isSplit;
    }
  }
  return isChanged ? corrected + text.slice(end) : null;
}
