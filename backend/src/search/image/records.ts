/** How many records are in a block of memory. */
const TOGETHER = 1_024;

/** Bytes of one length by id, in few large blocks: so many small arrays would take more memory than what is in them. */
export class Records {
  private readonly blocks: Uint8Array[] = [];
  private readonly places = new Map<number, number>();
  private readonly free: number[] = [];
  private length = 0;

  /** In bytes: what the blocks take. */
  get bytes(): number {
    return this.blocks.length * TOGETHER * this.length;
  }

  /** @throws RangeError when the record is not as long as the first was */
  set(id: number, record: Uint8Array): void {
    this.length ||= record.length;
    if (record.length !== this.length) throw new RangeError(`A record of ${record.length} bytes, not ${this.length}`);
    const place = this.places.get(id) ?? this.free.pop() ?? this.places.size;
    if (place >= this.blocks.length * TOGETHER) this.blocks.push(new Uint8Array(TOGETHER * this.length));
    this.places.set(id, place);
    this.at(place).set(record);
  }

  /** The record itself, not a copy: it changes when its place is given to another. */
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
    const from = (place % TOGETHER) * this.length;
    return this.blocks[Math.floor(place / TOGETHER)]!.subarray(from, from + this.length);
  }
}
