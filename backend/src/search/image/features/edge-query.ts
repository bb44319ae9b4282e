import { centred, centredNorm } from './centred-edges.js';
import { CELLS, DIRECTIONS, mirrorEdges } from './edges.js';
import { FRAMES, uncropEdges } from './frames.js';
import { dot, toUnit } from './pixels.js';
import { foldSymmetrically } from './sketch.js';

/** The frames with a sketch: the whole picture, and the middle of each smaller size. */
const SKETCHED_FRAMES = [0, 5, 14, 23];

/**
 * A picture's edges, searched for in pictures that show more than it, another background, or its mirror image.
 *
 * It is template matching by normalised cross-correlation: the similarity is the cosine of the angle between the centred edges of
 * both (Lewis, "Fast Normalized Cross-Correlation", 1995). The other picture is not cropped for each comparison. Cropping is
 * linear, so its transpose is applied to the query once per frame, and a comparison is one dot product per frame.
 */
export class EdgeQuery {
  /** The query's edges for each frame, unchanged and mirrored. */
  private readonly templates: { frame: number; edges: Float32Array }[];
  /** Their dot products with other pictures' sketches are large where these edges are all of that picture, or its middle. */
  readonly sketches: Float32Array[];
  /** The edges of the garment, unchanged and mirrored; none when it was not found. */
  private readonly garments: WeightedEdges[];

  /** @param cover the share of each cell that the garment covers; zeros when the garment was not found */
  constructor(edges: Float32Array, cover: Float32Array) {
    const query = toUnit(centred(edges));
    this.templates = [query, mirrorEdges(query)].flatMap((either) =>
      FRAMES.map((_, frame) => ({ frame, edges: uncropEdges(either, frame) })),
    );
    this.sketches = SKETCHED_FRAMES.map((frame) => foldSymmetrically(uncropEdges(query, frame)));
    const hasGarment = cover.some((share) => share > 0);
    this.garments = hasGarment ? [weightEdges(edges, cover), weightEdges(mirrorEdges(edges), mirrorCells(cover))] : [];
  }

  /**
   * Returns the similarity with the best-fitting frame of another picture, up to 1.
   * @param norms of the other picture, see `frameNorms`
   */
  bestFrameSimilarity(edges: Float32Array, norms: Float32Array): number {
    let best = -1;
    for (const template of this.templates) {
      best = Math.max(best, dot(template.edges, edges) / (norms[template.frame]! || 1));
    }
    return best;
  }

  /** Returns the similarity on the garment only, with the whole picture as the frame; null when the garment was not found. */
  garmentSimilarity(edges: Float32Array): number | null {
    if (this.garments.length === 0) return null;
    return Math.max(
      ...this.garments.map((garment) => dot(garment.edges, edges) / (centredNorm(edges, garment.cover) || 1)),
    );
  }
}

interface WeightedEdges {
  edges: Float32Array;
  cover: Float32Array;
}

/** Weights edges so that their product with another picture's edges counts the garment only. */
function weightEdges(edges: Float32Array, cover: Float32Array): WeightedEdges {
  const norm = centredNorm(edges, cover) || 1;
  const weighted = centred(edges, cover).map((value, i) => (cover[Math.floor(i / DIRECTIONS)]! * value) / norm);
  return { cover, edges: weighted };
}

const mirrorCells = (cells: Float32Array): Float32Array =>
  cells.map((_, i) => {
    const column = i % CELLS;
    return cells[i - column + (CELLS - 1 - column)]!;
  });
