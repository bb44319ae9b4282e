/** The number of records in a block of memory. */
const BLOCK_SIZE = 1_024;

/** Records of equal length by id, in few large blocks: many small arrays would take more memory than their content. */
export class Records {
  private readonly blocks: Uint8Array[] = [];
  private readonly places = new Map<number, number>();
  private readonly free: number[] = [];
  private length = 0;

  /** The memory of the blocks in bytes. */
  get bytes(): number {
    return this.blocks.length * BLOCK_SIZE * this.length;
  }

  /** @throws RangeError when the record's length differs from that of the first one */
  set(id: number, record: Uint8Array): void {
    this.length ||= record.length;
    if (record.length !== this.length) throw new RangeError(`A record of ${record.length} bytes, not ${this.length}`);
    const place = this.places.get(id) ?? this.free.pop() ?? this.places.size;
    if (place >= this.blocks.length * BLOCK_SIZE) this.blocks.push(new Uint8Array(BLOCK_SIZE * this.length));
    this.places.set(id, place);
    this.at(place).set(record);
  }

  /** Returns the record itself, not a copy; it changes when its place is reused. */
  get(id: number): Uint8Array | undefined {
    const place = this.places.get(id);
    return place === undefined ? undefined : this.at(place);
  }

  delete(id: number): void {
    const place = this.places.get(id);
    if (place === undefined) return;
    this.places.delete(id);
    this.free.push(place);
  }

  private at(place: number): Uint8Array {
    const from = (place % BLOCK_SIZE) * this.length;
    return this.blocks[Math.floor(place / BLOCK_SIZE)]!.subarray(from, from + this.length);
  }
}
