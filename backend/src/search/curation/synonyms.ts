import { standsFor } from '../text/words/normalized-query.js';
import { tokensOf, type Token } from '../text/words/tokens.js';

/** The maximum number of readings of one text. */
export const MAX_READINGS = 4;

/** A stored synonym. */
export interface SynonymRow {
  word: string;
  meanings: readonly string[];
  is_two_way: boolean;
}

/** Words that synonyms replace. */
interface Entry {
  words: readonly string[];
  /** The texts that replace them. */
  texts: readonly string[];
}

/** An entry that a text contains. */
interface Occurrence extends Entry {
  /** In the typed text. */
  start: number;
  end: number;
}

/** One way to read a text. */
export interface TextReading {
  text: string;
  /** Maps a range of this text to the range of the typed text that it stands for. */
  typed: (start: number, end: number) => { start: number; end: number };
}

/** Applies the owner's synonyms to texts. Synonyms are not transitive: meanings are not expanded again. */
export class Synonyms {
  /** By the folded first word, longest first. */
  private readonly entries = new Map<string, Entry[]>();

  constructor(rows: readonly SynonymRow[] = []) {
    for (const { word, meanings, is_two_way: isTwoWay } of rows) {
      if (isTwoWay) this.addTwoWay([word, ...meanings]);
      else this.add(word, meanings);
    }
    for (const entries of this.entries.values()) entries.sort((a, b) => b.words.length - a.words.length);
  }

  /** The readings of a text, at most `MAX_READINGS`, in the order in which the owner listed the meanings. */
  readings(text: string): TextReading[] {
    const occurrences = this.entries.size === 0 ? [] : this.occurrencesIn(tokensOf(text));
    // All combinations of their texts, cut off at each step.
    let combinations: string[][] = [[]];
    for (const { texts } of occurrences) {
      combinations = combinations
        .flatMap((replacements) => texts.map((replacement) => [...replacements, replacement]))
        .slice(0, MAX_READINGS);
    }
    return combinations.map((replacements) => readingOf(text, occurrences, replacements));
  }

  /** Each word means itself first, then the others. */
  private addTwoWay(words: readonly string[]): void {
    for (const word of words) this.add(word, [word, ...words.filter((other) => other !== word)]);
  }

  private add(word: string, texts: readonly string[]): void {
    const tokens = tokensOf(word);
    const words = tokens.map(({ typed }) => typed);
    const first = tokens[0]?.folded;
    if (first === undefined) return;
    const entries = this.entries.get(first) ?? [];
    const same = entries.find((entry) => entry.words.join(' ') === words.join(' '));
    const merged = { words, texts: [...new Set([...(same?.texts ?? []), ...texts])] };
    this.entries.set(first, [...entries.filter((entry) => entry !== same), merged]);
  }

  private occurrencesIn(tokens: readonly Token[]): Occurrence[] {
    const occurrences: Occurrence[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const entry = this.entryAt(tokens, at);
      const [first, last] = [tokens[at], tokens[at + (entry?.words.length ?? 1) - 1]];
      if (!entry || !first || !last) continue;
      occurrences.push({ ...entry, start: first.start, end: last.end });
      at += entry.words.length - 1;
    }
    return occurrences;
  }

  /** The entry at a place. An exact match takes precedence over a word typed without its tones. */
  private entryAt(tokens: readonly Token[], at: number): Entry | undefined {
    const entries = this.entries.get(tokens[at]?.folded ?? '') ?? [];
    const fits = (isWord: (typed: string, word: string) => boolean) =>
      entries.find(({ words }) =>
        words.every((word, place) => {
          const token = tokens[at + place];
          return token && isWord(token.typed, word) && (place === 0 || !token.isAfterPause);
        }),
      );
    return fits((typed, word) => typed === word) ?? fits(standsFor);
  }
}

/** A range of the read text, and the range of the typed text that it replaces. */
interface Replacement {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** Puts a replacement in the place of each occurrence. */
function readingOf(text: string, occurrences: readonly Occurrence[], replacements: readonly string[]): TextReading {
  let read = '';
  /** The end of the typed text that `read` has. */
  let typedEnd = 0;
  const ranges: Replacement[] = [];
  occurrences.forEach(({ start, end }, nth) => {
    const from = read.length + start - typedEnd;
    read += text.slice(typedEnd, start) + (replacements[nth] ?? '');
    ranges.push({ from, to: read.length, start, end });
    typedEnd = end;
  });
  return {
    text: read + text.slice(typedEnd),
    typed: (start, end) => ({ start: typedPlace(ranges, start, 'start'), end: typedPlace(ranges, end, 'end') }),
  };
}

/** The place in the typed text of the start or the end of a range: inside a replacement, that of all that it replaces. */
function typedPlace(ranges: readonly Replacement[], at: number, side: 'start' | 'end'): number {
  let shift = 0;
  for (const { from, to, start, end } of ranges) {
    if (side === 'start' ? at < from : at <= from) break;
    if (side === 'start' ? at < to : at <= to) return side === 'start' ? start : end;
    shift = end - to;
  }
  return at + shift;
}
