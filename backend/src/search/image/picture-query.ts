import type { Described } from '../engines/engine.js';
import { prepareQuery, explain, rate } from './compare.js';
import type { PreparedQuery, Likeness, PictureComparison, IgnorablePart } from './compare.js';
import { unpack } from './pack.js';

/** How a picture is searched by. */
export interface PictureOptions {
  /** Ignored parts. An engine that knows no parts ignores none. */
  ignore?: readonly IgnorablePart[];
}

/** A picture that is searched by, laid out once. */
export class PictureQuery {
  /** The vector that is multiplied with those of the products. */
  readonly vector: Float32Array;
  private readonly asked: PreparedQuery | null;

  constructor({ vector, parts }: Described, { ignore = [] }: PictureOptions) {
    this.asked = parts && prepareQuery(unpack(parts), ignore);
    this.vector = this.asked?.vector ?? vector;
  }

  /** By which the same garment is looked for; none when only a part of it is to count. */
  get sketches(): Float32Array[] {
    return this.asked && this.asked.ignore.length === 0 ? this.asked.found.sketches : [];
  }

  /** Whether nothing of it counts. */
  get isEmpty(): boolean {
    return this.vector.every((value) => value === 0);
  }

  /**
   * How alike a picture is to it.
   * @param parts of that one
   * @param likeness the product of both vectors, which is all there is when there are no parts
   */
  rate(parts: Uint8Array | undefined, likeness: number): Likeness {
    return this.asked && parts ? rate(this.asked, unpack(parts), likeness) : { score: likeness, same: 0 };
  }

  /** Explains the score of a picture with these parts. */
  explain(parts: Uint8Array | undefined, rated: Likeness): PictureComparison {
    if (this.asked && parts) return explain(this.asked, unpack(parts), rated);
    const { score } = rated;
    return { score, percent: Math.max(1, Math.min(100, Math.round(100 * score))), reasons: [] };
  }
}
