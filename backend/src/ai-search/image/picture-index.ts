import type { Described } from '../engine.js';
import { VectorScan } from '../vector-scan.js';
import { SKETCH, sketchOf } from './alignment.js';
import type { Match } from './compare.js';
import { unpack } from './pack.js';
import { PictureQuery } from './picture-query.js';
import type { PictureOptions } from './picture-query.js';
import { Records } from './records.js';

/** A product whose picture is alike, by the best of its pictures. */
export interface PictureMatch extends Match {
  /** Of the product. */
  id: number;
}

/** So many pictures are looked at closely, and so many for each product that is wanted. */
const LEAST_LOOKED_AT = 200;
const LOOKED_AT_EACH = 8;
/** So many more for each sketch: the same garment in another light may be far down among all that are alike. */
const SKETCHED_LIKE = 16;

/**
 * The pictures of all products, to be searched by a picture. Lives in a thread as well as anywhere; all of its pictures come
 * from one engine. What 100,000 products take: `npm run bench:vectors`.
 */
export class PictureIndex {
  private readonly scan: VectorScan;
  /** Of those that have parts. */
  private readonly sketches = new VectorScan(SKETCH);
  private readonly parts = new Records();
  private readonly productOf = new Map<number, number>();
  private readonly picturesOf = new Map<number, number[]>();

  /** @param dimensions those of the engine */
  constructor(private readonly dimensions: number) {
    this.scan = new VectorScan(dimensions);
  }

  /** How many pictures there are. */
  get size(): number {
    return this.scan.size;
  }

  /** In bytes: what the pictures take, without the maps of their ids. */
  get bytes(): number {
    return this.scan.bytes + this.sketches.bytes + this.parts.bytes;
  }

  /**
   * Puts a picture of a product in, in place of the one with this id if there is one.
   * @throws RangeError when it was described by another engine
   */
  set(pictureId: number, productId: number, { vector, parts }: Described): void {
    if (vector.length !== this.dimensions) throw new RangeError(`A vector of ${vector.length}, not ${this.dimensions}`);
    // The parts first: what refuses them leaves nothing behind.
    if (parts) {
      this.parts.set(pictureId, parts);
      this.sketches.set(pictureId, sketchOf(unpack(parts).edges));
    }
    this.scan.set(pictureId, vector);
    const before = this.productOf.get(pictureId);
    if (before === productId) return;
    if (before !== undefined) this.unlink(pictureId, before);
    this.productOf.set(pictureId, productId);
    this.picturesOf.set(productId, [...(this.picturesOf.get(productId) ?? []), pictureId]);
  }

  /** Takes all pictures of a product out. */
  deleteProduct(productId: number): void {
    for (const pictureId of this.picturesOf.get(productId) ?? []) {
      this.scan.delete(pictureId);
      this.sketches.delete(pictureId);
      this.parts.delete(pictureId);
      this.productOf.delete(pictureId);
    }
    this.picturesOf.delete(productId);
  }

  /**
   * The `count` products that are most alike, the best first, their percent never rising. None when nothing of the picture
   * is to count.
   */
  search(picture: Described, count: number, options: PictureOptions = {}): PictureMatch[] {
    const query = new PictureQuery(picture, options);
    if (query.isEmpty) return [];
    // A product may have many pictures, and all of them be near.
    for (let look = Math.max(LEAST_LOOKED_AT, count * LOOKED_AT_EACH); ; look *= 4) {
      const best = this.best(query, look);
      if (best.length >= count || look >= this.size) return falling(best.slice(0, count));
    }
  }

  /** How a product matches, by the best of its pictures; null when it has none. */
  match(picture: Described, productId: number, options: PictureOptions = {}): PictureMatch | null {
    const query = new PictureQuery(picture, options);
    const pictures = this.picturesOf.get(productId) ?? [];
    const matches = pictures.map((id) => query.compare(this.parts.get(id), this.scan.likeness(query.vector, id)));
    const [best] = matches.sort((one, other) => other.score - one.score);
    return best ? { id: productId, ...best } : null;
  }

  private best(query: PictureQuery, look: number): PictureMatch[] {
    const best = new Map<number, PictureMatch>();
    const found = new Map(this.scan.search(query.vector, look).map(({ id, likeness }) => [id, likeness]));
    for (const sketch of query.sketches) {
      for (const { id } of this.sketches.search(sketch, SKETCHED_LIKE)) if (!found.has(id)) found.set(id, 0);
    }
    for (const [pictureId, likeness] of found) {
      const id = this.productOf.get(pictureId)!;
      const match = query.compare(this.parts.get(pictureId), likeness);
      if (match.score > (best.get(id)?.score ?? -Infinity)) best.set(id, { id, ...match });
    }
    return [...best.values()].sort((one, other) => other.score - one.score || one.id - other.id);
  }

  private unlink(pictureId: number, productId: number): void {
    const left = this.picturesOf.get(productId)!.filter((id) => id !== pictureId);
    if (left.length > 0) this.picturesOf.set(productId, left);
    else this.picturesOf.delete(productId);
  }
}

function falling(matches: PictureMatch[]): PictureMatch[] {
  let least = 100;
  return matches.map((match) => ({ ...match, percent: (least = Math.min(least, match.percent)) }));
}
