const INITIAL_CAPACITY = 256;
/** Words of a name beyond this number are left out. */
const MAX_WORDS_OF_NAME = 40;

/** The words of the products' names in their order, as numbers: a run of them for each row. */
export class NameWords {
  private readonly numbers = new Map<string, number>();
  private words = new Uint32Array(INITIAL_CAPACITY);
  /** Where the run of each row begins, and after the last row where it ends. */
  private starts = new Uint32Array(INITIAL_CAPACITY);
  private length = 0;

  /** Adds the next row. @param name folded words */
  push(name: readonly string[]): void {
    const from = this.starts[this.length] ?? 0;
    const kept = name.slice(0, MAX_WORDS_OF_NAME);
    this.words = withRoom(this.words, from + kept.length);
    kept.forEach((word, place) => (this.words[from + place] = this.numberWord(word)));
    this.length += 1;
    this.starts = withRoom(this.starts, this.length + 1);
    this.starts[this.length] = from + kept.length;
  }

  /** The number of different words; each word's number is below it. */
  get size(): number {
    return this.numbers.size;
  }

  /** The number of a folded word; undefined if no name has it. */
  wordNumber(word: string): number | undefined {
    return this.numbers.get(word);
  }

  /** Calls back with the number of each word of a row's name, in order. */
  each(row: number, visit: (number: number) => void): void {
    const end = this.starts[row + 1] ?? 0;
    for (let at = this.starts[row] ?? 0; at < end; at++) visit(this.words[at] ?? 0);
  }

  /** Whether words, by their numbers, stand next to each other in a row's name. */
  hasRun(row: number, numbers: readonly number[]): boolean {
    const last = (this.starts[row + 1] ?? 0) - numbers.length;
    for (let at = this.starts[row] ?? 0; at <= last; at++) {
      if (numbers.every((number, place) => this.words[at + place] === number)) return true;
    }
    return false;
  }

  /** Moves rows to their new numbers and removes those without one. New numbers are never higher. */
  renumber(numbers: Int32Array): void {
    let [used, count] = [0, 0];
    for (let row = 0; row < this.length; row++) {
      if ((numbers[row] ?? -1) < 0) continue;
      const [from, end] = [this.starts[row] ?? 0, this.starts[row + 1] ?? 0];
      this.words.copyWithin(used, from, end);
      used += end - from;
      this.starts[++count] = used;
    }
    this.length = count;
    this.words = this.words.slice(0, used + INITIAL_CAPACITY);
    this.starts = this.starts.slice(0, count + INITIAL_CAPACITY);
  }

  /** Its contents, for `restore`. */
  dump(): NamesDump {
    const end = this.starts[this.length] ?? 0;
    const [words, starts] = [this.words.slice(0, end), this.starts.slice(0, this.length + 1)];
    return { known: [...this.numbers.keys()], words, starts };
  }

  restore({ known, words, starts }: NamesDump): void {
    this.numbers.clear();
    for (const word of known) this.numberWord(word);
    this.words = words;
    this.starts = starts;
    this.length = starts.length - 1;
  }

  get bytes(): number {
    return this.words.byteLength + this.starts.byteLength + this.numbers.size * 40;
  }

  /** The number of a word, a new one for a word that no name had before. */
  private numberWord(word: string): number {
    const number = this.numbers.get(word) ?? this.numbers.size;
    this.numbers.set(word, number);
    return number;
  }
}

/** The names as saved. */
export interface NamesDump {
  known: string[];
  words: Uint32Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
}

function withRoom(old: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= old.length) return old;
  const grown = new Uint32Array(Math.ceil(length * 1.5));
  grown.set(old);
  return grown;
}
