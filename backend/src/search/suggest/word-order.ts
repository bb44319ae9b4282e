import type { NameWords } from '../text/rows/name-words.js';

/** Words beyond this number do not count: a mark has eight bits. */
const MAX_TYPED = 8;

/** Tells how well a name keeps the order of the typed words: "áo th" stands together in "Áo thun trơn", not in "Áo polo thể thao". */
export class WordOrder {
  /** By the number of a name's word, a bit for each typed word that it may be. */
  private readonly marks: Uint8Array;
  private readonly count: number;

  /** @param typed for each typed word the folded words that it may be */
  constructor(
    typed: readonly (readonly string[])[],
    private readonly names: NameWords,
  ) {
    this.marks = new Uint8Array(names.size);
    this.count = Math.min(typed.length, MAX_TYPED);
    for (const [place, words] of typed.slice(0, MAX_TYPED).entries()) {
      for (const word of words) {
        const number = names.wordNumber(word);
        if (number !== undefined) this.marks[number] = (this.marks[number] ?? 0) | (1 << place);
      }
    }
  }

  /** The highest value: every typed word stands next to the one before it. */
  get best(): number {
    return 2 * this.count - 1;
  }

  /** Two for each pair of typed words that stand together in a row's name, and one if all words stand there in their order. */
  of(row: number): number {
    let [before, pairs, next] = [0, 0, 0];
    this.names.each(row, (number) => {
      const own = this.marks[number] ?? 0;
      pairs |= (before << 1) & own;
      if (own & (1 << next)) next += 1;
      before = own;
    });
    let value = next >= this.count ? 1 : 0;
    for (let rest = pairs; rest !== 0; rest &= rest - 1) value += 2;
    return value;
  }
}
