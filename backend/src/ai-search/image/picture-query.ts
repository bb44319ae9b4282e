import type { Described } from '../engine.js';
import { compare, vectorOf } from './compare.js';
import type { Compared, Match, Part } from './compare.js';
import { opened } from './pack.js';

/** How a picture is searched by. */
export interface PictureOptions {
  /** What of it is not to count. Of an engine that tells no parts, all counts. */
  ignore?: readonly Part[];
}

/** A picture that is searched by, laid out once. */
export class PictureQuery {
  /** What is multiplied with the vectors of others. */
  readonly vector: Float32Array;
  private readonly parts: Compared | null;
  private readonly ignore: readonly Part[];

  constructor(picture: Described, { ignore = [] }: PictureOptions) {
    const parts = opened(picture);
    this.vector = parts ? vectorOf(parts, ignore) : picture.vector;
    this.parts = parts && { ...parts, vector: this.vector };
    this.ignore = ignore;
  }

  /** Whether nothing of it counts. */
  get isEmpty(): boolean {
    return this.vector.every((value) => value === 0);
  }

  /**
   * Compares it with a picture.
   * @param parts of that one
   * @param likeness the product of both vectors, which is all there is when there are no parts
   */
  compare(parts: Uint8Array | undefined, likeness: number): Match {
    if (this.parts && parts) return compare(this.parts, opened({ parts })!, this.ignore);
    return { score: likeness, percent: Math.max(1, Math.min(100, Math.round(100 * likeness))), reasons: [] };
  }
}
