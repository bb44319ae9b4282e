import { standsFor } from '../text/normalized-query.js';
import { tokensOf, type Token } from '../text/tokens.js';

/** The maximum number of readings of one text. */
export const MAX_READINGS = 4;

/** A stored synonym. */
export interface SynonymRow {
  word: string;
  meanings: readonly string[];
  is_two_way: boolean;
}

interface Entry {
  words: readonly string[];
  /** The texts that replace the words. */
  texts: readonly string[];
}

/** One way to read a text. */
export interface TextReading {
  text: string;
  /** Maps a range of this text to the range of the typed text that it stands for. */
  typed: (start: number, end: number) => { start: number; end: number };
}

interface Piece extends Entry {
  /** In the typed text. */
  start: number;
  end: number;
}

/** Applies the owner's synonyms to texts. Synonyms are not transitive: meanings are not expanded again. */
export class Synonyms {
  /** By the folded first word, longest first. */
  private readonly entries = new Map<string, Entry[]>();

  constructor(rows: readonly SynonymRow[] = []) {
    for (const { word, meanings, is_two_way: isTwoWay } of rows) {
      if (!isTwoWay) this.add(word, meanings);
      else for (const one of [word, ...meanings]) this.add(one, [one, ...[word, ...meanings].filter((m) => m !== one)]);
    }
    for (const entries of this.entries.values()) entries.sort((a, b) => b.words.length - a.words.length);
  }

  /** The readings of a text, at most `MAX_READINGS`, in the order in which the owner listed the meanings. */
  readings(text: string): TextReading[] {
    const pieces = this.entries.size === 0 ? [] : this.piecesOf(tokensOf(text));
    let choices: string[][] = [[]];
    for (const { texts } of pieces) {
      choices = choices.flatMap((chosen) => texts.map((one) => [...chosen, one])).slice(0, MAX_READINGS);
    }
    return choices.map((chosen) => readingOf(text, pieces, chosen));
  }

  private add(word: string, texts: readonly string[]): void {
    const tokens = tokensOf(word);
    const words = tokens.map(({ typed }) => typed);
    const first = tokens[0]?.folded;
    if (first === undefined) return;
    const entries = this.entries.get(first) ?? [];
    const same = entries.find((entry) => entry.words.join(' ') === words.join(' '));
    const all = { words, texts: [...new Set([...(same?.texts ?? []), ...texts])] };
    this.entries.set(first, [...entries.filter((entry) => entry !== same), all]);
  }

  private piecesOf(tokens: readonly Token[]): Piece[] {
    const pieces: Piece[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const entry = this.entryAt(tokens, at);
      const [first, last] = [tokens[at], tokens[at + (entry?.words.length ?? 1) - 1]];
      if (!entry || !first || !last) continue;
      pieces.push({ ...entry, start: first.start, end: last.end });
      at += entry.words.length - 1;
    }
    return pieces;
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

function readingOf(text: string, pieces: readonly Piece[], chosen: readonly string[]): TextReading {
  let made = '';
  let done = 0;
  const places: { from: number; to: number; start: number; end: number }[] = [];
  pieces.forEach(({ start, end }, nth) => {
    const from = made.length + start - done;
    made += text.slice(done, start) + (chosen[nth] ?? '');
    places.push({ from, to: made.length, start, end });
    done = end;
  });
  const typed = (at: number, side: 'start' | 'end') => {
    let shift = 0;
    for (const { from, to, start, end } of places) {
      if (side === 'start' ? at < from : at <= from) break;
      if (side === 'start' ? at < to : at <= to) return side === 'start' ? start : end;
      shift = end - to;
    }
    return at + shift;
  };
  return {
    text: made + text.slice(done),
    typed: (start, end) => ({ start: typed(start, 'start'), end: typed(end, 'end') }),
  };
}
