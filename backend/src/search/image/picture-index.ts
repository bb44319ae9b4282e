import type { Described } from '../engines/engine.js';
import { VectorScan } from '../vectors/vector-scan.js';
import { SKETCH, sketchOf } from './features/alignment.js';
import type { Likeness, PictureComparison } from './compare.js';
import { unpack } from './pack.js';
import { PictureQuery } from './picture-query.js';
import type { PictureOptions } from './picture-query.js';
import { Records } from './records.js';

/** A product whose picture is alike, by the best of its pictures. */
export interface PictureMatch extends PictureComparison {
  /** Of the product. */
  id: number;
}

/** A picture that was looked at closely. */
interface Rated extends Likeness {
  pictureId: number;
  /** Of its product. */
  id: number;
}

/** So many pictures are looked at closely, and so many for each product that is wanted. */
const MIN_LOOKED_AT = 200;
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

  /** Lays a picture out, once for all that it is compared with. */
  prepare(picture: Described, options: PictureOptions = {}) {
    const query = new PictureQuery(picture, options);
    return {
      search: (count: number) => this.nearest(query, count),
      match: (productId: number) => this.match(query, productId),
    };
  }

  /**
   * The `count` products that are most alike, the best first, their percent never rising. None when nothing of the picture
   * is to count.
   */
  search(picture: Described, count: number, options: PictureOptions = {}): PictureMatch[] {
    return this.prepare(picture, options).search(count);
  }

  private nearest(query: PictureQuery, count: number): PictureMatch[] {
    if (query.isEmpty) return [];
    // A product may have many pictures, and all of them be near.
    for (let look = Math.max(MIN_LOOKED_AT, count * LOOKED_AT_EACH); ; look *= 4) {
      const best = this.best(query, look);
      if (best.length >= count || look >= this.size)
        return falling(best.slice(0, count).map((rated) => this.explain(query, rated)));
    }
  }

  /** How a product matches, by the best of its pictures; null when it has none. */
  private match(query: PictureQuery, productId: number): PictureMatch | null {
    const pictures = this.picturesOf.get(productId) ?? [];
    const rated = pictures.map((pictureId) => this.rate(query, pictureId));
    const [best] = rated.sort((one, other) => other.score - one.score);
    return best ? this.explain(query, best) : null;
  }

  /** The products of the `look` nearest pictures, each with the best of them, the best first. */
  private best(query: PictureQuery, look: number): Rated[] {
    const best = new Map<number, Rated>();
    const found = new Set(this.scan.search(query.vector, look).map(({ id }) => id));
    for (const sketch of query.sketches) {
      for (const { id } of this.sketches.search(sketch, SKETCHED_LIKE)) found.add(id);
    }
    for (const pictureId of found) {
      const rated = this.rate(query, pictureId);
      if (rated.score > (best.get(rated.id)?.score ?? -Infinity)) best.set(rated.id, rated);
    }
    return [...best.values()].sort((one, other) => other.score - one.score || one.id - other.id);
  }

  private rate(query: PictureQuery, pictureId: number): Rated {
    const likeness = this.scan.likeness(query.vector, pictureId);
    return { pictureId, id: this.productOf.get(pictureId)!, ...query.rate(this.parts.get(pictureId), likeness) };
  }

  private explain(query: PictureQuery, rated: Rated): PictureMatch {
    return { id: rated.id, ...query.explain(this.parts.get(rated.pictureId), rated) };
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
