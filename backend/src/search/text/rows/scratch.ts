/** The maximum number of arrays kept for reuse. A query that needs more allocates the others. */
const MAX_KEPT_ARRAYS = 16;

/**
 * Arrays of the index's length that queries reuse, because allocating a large one costs more than searching in it. Each query
 * starts with `begin`, which frees the previous query's arrays.
 */
export class Scratch {
  private readonly byteArrays = new ArrayPool(Uint8Array);
  private readonly shortArrays = new ArrayPool(Uint16Array);
  private readonly wordArrays = new ArrayPool(Uint32Array);

  begin(): void {
    this.byteArrays.begin();
    this.shortArrays.begin();
    this.wordArrays.begin();
  }

  /** Filled with zeros. */
  zeroedBytes(length: number): Uint8Array {
    return this.byteArrays.take(length).fill(0);
  }

  /** Anything may be in it. */
  bytes(length: number): Uint8Array {
    return this.byteArrays.take(length);
  }

  /** Anything may be in it. */
  shorts(length: number): Uint16Array {
    return this.shortArrays.take(length);
  }

  /** Anything may be in it. */
  rows(length: number): Uint32Array {
    return this.wordArrays.take(length);
  }
}

type TypedArray = Uint8Array | Uint16Array | Uint32Array;

/** Arrays of one kind: those that the last query took are taken again. */
class ArrayPool<Kind extends TypedArray> {
  private readonly kept: Kind[] = [];
  private next = 0;

  constructor(private readonly make: new (length: number) => Kind) {}

  begin(): void {
    this.next = 0;
  }

  take(length: number): Kind {
    const place = this.next++;
    const there = this.kept[place];
    if (there && there.length >= length) return there.subarray(0, length) as Kind;
    const made = new this.make(length + (length >> 3));
    if (place < MAX_KEPT_ARRAYS) this.kept[place] = made;
    return made.subarray(0, length) as Kind;
  }
}
