import type { Token } from '../words/tokens.js';
import { isUnlikelyColor } from '../spelling/spelling-corrector.js';
import { hasLowConfidence } from './low-confidence.js';
import { namesType, type Segment, type SegmentationOptions } from '../segmentation/segment.js';
import { segmentText } from '../segmentation/segment-text.js';

/**
 * Segments a query, and does so again with other options when the result is unlikely.
 *
 * In a text that names no garment as typed, a word with other letters is no colour either: "ghe van phong" are office chairs, not
 * something grey ("ghi") for the office.
 */
export function segmentQuery(
  tokens: Token[],
  options: SegmentationOptions & Required<Pick<SegmentationOptions, 'alternatives'>>,
): Segment[] {
  const segments = segmentWithTypeFallback(tokens, options);
  if (!hasLowConfidence(segments, tokens)) return segments;
  const alternatives = (token: Token) =>
    options.alternatives(token).filter(({ word }) => !isUnlikelyColor(token, word));
  return segmentWithTypeFallback(tokens, { ...options, alternatives });
}

/**
 * Most queries name a garment type. If none is read, words that only sound like a type are accepted too: "dày thể thao" is
 * read as sports shoes.
 */
function segmentWithTypeFallback(tokens: Token[], options: SegmentationOptions): Segment[] {
  const segments = segmentText(tokens, options);
  if (segments.some(namesType)) return segments;
  const bySound = segmentText(tokens, { ...options, prefersTypesBySound: true });
  return bySound.some(namesType) ? bySound : segments;
}
