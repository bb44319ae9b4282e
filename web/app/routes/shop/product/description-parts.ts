import { SHORT_DESCRIPTION } from 'contract/rules';

/** A description in two parts; together they are the whole text, and no part of it is in both. */
export interface DescriptionParts {
  /** Whole sentences of the beginning, for beside the price. */
  lead: string;
  /** Empty when the lead is all. */
  rest: string;
}

/** Where a sentence or a line ends, and another begins. */
const BREAK = /(?<=[.!?…])\s+|\s*\n\s*/g;

/**
 * Splits a description after the last sentence of its first line that leaves the lead short. A first sentence that is
 * longer itself is cut between two words, and goes on in the rest.
 */
export function splitDescription(description: string, length = SHORT_DESCRIPTION): DescriptionParts {
  const text = description.trim();
  if (text.length <= length && !text.includes('\n')) return { lead: text, rest: '' };
  let [end, next] = [0, 0];
  for (const { 0: gap, index } of text.matchAll(BREAK)) {
    if (index > length) break;
    [end, next] = [index, index + gap.length];
    if (gap.includes('\n')) break;
  }
  if (end > 0) return { lead: text.slice(0, end), rest: text.slice(next) };
  const first = text.split('\n', 1)[0]!;
  if (first.length <= length) return { lead: first.trim(), rest: text.slice(first.length).trim() };
  const space = text.lastIndexOf(' ', length);
  const cut = space > length / 2 ? space : length;
  return { lead: `${text.slice(0, cut).trimEnd()}…`, rest: `…${text.slice(cut).trimStart()}` };
}
