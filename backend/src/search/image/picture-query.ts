import type { Described } from '../engines/engine.js';
import { prepareQuery, explain, rate } from './compare.js';
import type { PreparedQuery, Likeness, PictureComparison } from './compare.js';
import type { IgnorablePart } from './picture-vector.js';
import { unpack } from './pack.js';

/** Options of a search by picture. */
export interface PictureOptions {
  /** Ignored parts. An engine without parts ignores none. */
  ignore?: readonly IgnorablePart[];
}

/** A query picture, prepared once. */
export class PictureQuery {
  /** The vector that is multiplied with those of the products. */
  readonly vector: Float32Array;
  private readonly query: PreparedQuery | null;

  constructor({ vector, parts }: Described, { ignore = [] }: PictureOptions) {
    this.query = parts && prepareQuery(unpack(parts), ignore);
    this.vector = this.query?.vector ?? vector;
  }

  /** Vectors to find the same garment; none when a part is ignored. */
  get sketches(): Float32Array[] {
    return this.query && this.query.ignore.length === 0 ? this.query.edgeQuery.sketches : [];
  }

  /** True when all parts are ignored. */
  get isEmpty(): boolean {
    return this.vector.every((value) => value === 0);
  }

  /**
   * Computes the similarity of a picture.
   * @param parts of that picture
   * @param likeness the dot product of both vectors, which is the result when there are no parts
   */
  rate(parts: Uint8Array | undefined, likeness: number): Likeness {
    return this.query && parts ? rate(this.query, unpack(parts), likeness) : { score: likeness, same: 0 };
  }

  /** Explains the score of a picture with these parts. */
  explain(parts: Uint8Array | undefined, rated: Likeness): PictureComparison {
    if (this.query && parts) return explain(this.query, unpack(parts), rated);
    const { score } = rated;
    return { score, percent: Math.max(1, Math.min(100, Math.round(100 * score))), reasons: [] };
  }
}
