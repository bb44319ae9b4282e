import type { Described } from '../engines/engine.js';
import { VectorScan } from '../vectors/vector-scan.js';
import { SKETCH_LENGTH, sketchOf } from './features/sketch.js';
import type { Likeness, PictureComparison } from './compare.js';
import { unpack } from './pack.js';
import { PictureQuery } from './picture-query.js';
import type { PictureOptions } from './picture-query.js';
import { Records } from './records.js';

/** A product whose best picture is similar. */
export interface PictureMatch extends PictureComparison {
  /** The product's id. */
  id: number;
}

/** A picture after the detailed comparison. */
interface Rated extends Likeness {
  pictureId: number;
  /** The product's id. */
  id: number;
}

/** The minimum number of pictures for the detailed comparison, and the number per requested product. */
const MIN_CANDIDATES = 200;
const CANDIDATES_PER_PRODUCT = 8;
/** Further candidates per sketch: the same garment in another light may rank low among all similar ones. */
const CANDIDATES_PER_SKETCH = 16;

/**
 * The pictures of all products, searchable by picture. Runs in any thread; all of its pictures come from one engine. Memory
 * and time for 100,000 products: `npm run bench:vectors`.
 */
export class PictureIndex {
  private readonly scan: VectorScan;
  /** The sketches of the pictures with parts. */
  private readonly sketches = new VectorScan(SKETCH_LENGTH);
  private readonly parts = new Records();
  private readonly productOf = new Map<number, number>();
  private readonly picturesOf = new Map<number, number[]>();

  /** @param dimensions of the engine's vectors */
  constructor(private readonly dimensions: number) {
    this.scan = new VectorScan(dimensions);
  }

  /** The number of pictures. */
  get size(): number {
    return this.scan.size;
  }

  /** The memory of the pictures in bytes, without the maps of their ids. */
  get bytes(): number {
    return this.scan.bytes + this.sketches.bytes + this.parts.bytes;
  }

  /**
   * Adds a picture of a product, or replaces the one with this id.
   * @throws RangeError for a description by another engine
   */
  set(pictureId: number, productId: number, { vector, parts }: Described): void {
    if (vector.length !== this.dimensions) throw new RangeError(`A vector of ${vector.length}, not ${this.dimensions}`);
    // The parts first: if they are rejected, nothing has changed.
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

  /** Removes all pictures of a product. */
  deleteProduct(productId: number): void {
    for (const pictureId of this.picturesOf.get(productId) ?? []) {
      this.scan.delete(pictureId);
      this.sketches.delete(pictureId);
      this.parts.delete(pictureId);
      this.productOf.delete(pictureId);
    }
    this.picturesOf.delete(productId);
  }

  /** Prepares a query picture, once for all comparisons. */
  prepare(picture: Described, options: PictureOptions = {}) {
    const query = new PictureQuery(picture, options);
    return {
      search: (count: number) => this.nearest(query, count),
      match: (productId: number) => this.match(query, productId),
    };
  }

  /**
   * Returns the `count` most similar products, best first, with non-increasing percentages. Empty when all parts of the picture
   * are ignored.
   */
  search(picture: Described, count: number, options: PictureOptions = {}): PictureMatch[] {
    return this.prepare(picture, options).search(count);
  }

  private nearest(query: PictureQuery, count: number): PictureMatch[] {
    if (query.isEmpty) return [];
    // A product may have many pictures, all of them near.
    for (let look = Math.max(MIN_CANDIDATES, count * CANDIDATES_PER_PRODUCT); ; look *= 4) {
      const best = this.best(query, look);
      if (best.length >= count || look >= this.size)
        return falling(best.slice(0, count).map((rated) => this.explain(query, rated)));
    }
  }

  /** Returns the match of a product's best picture; null without pictures. */
  private match(query: PictureQuery, productId: number): PictureMatch | null {
    const pictures = this.picturesOf.get(productId) ?? [];
    const rated = pictures.map((pictureId) => this.rate(query, pictureId));
    const [best] = rated.sort((one, other) => other.score - one.score);
    return best ? this.explain(query, best) : null;
  }

  /** Returns the products of the `look` nearest pictures, each with its best picture, best first. */
  private best(query: PictureQuery, look: number): Rated[] {
    const best = new Map<number, Rated>();
    const candidates = new Set(this.scan.search(query.vector, look).map(({ id }) => id));
    for (const sketch of query.sketches) {
      for (const { id } of this.sketches.search(sketch, CANDIDATES_PER_SKETCH)) candidates.add(id);
    }
    for (const pictureId of candidates) {
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
