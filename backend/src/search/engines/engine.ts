import type { CallPurpose } from './call-budget.js';

/**
 * Embeds pictures and text as vectors. Vectors of engines with different names are never compared, so a name changes with
 * everything that changes an engine's descriptions of pictures.
 */
export interface Engine {
  /** Name and version: `builtin-2+net-3f1c`, `onnx:fashion-clip@9a1d`. */
  readonly name: string;
  /** The length of its vectors. */
  readonly dimensions: number;
  /** True for a substitute of the configured engine; `why` gives the operator the reason. */
  readonly fallback: boolean;
  readonly why?: string;
  /** Whether its pictures have parts in addition to their vectors. */
  readonly hasParts?: boolean;
  /**
   * Describes a picture.
   * @param bytes JPEG, PNG, WebP, GIF or AVIF
   * @param purpose what for, which counts where calls are limited
   * @throws ShopError 413, 415 when it cannot be decoded; any other error when the engine is unavailable
   */
  embedImage(bytes: Buffer, purpose: CallPurpose): Promise<Described>;
  /**
   * Embeds a request's text in the space of the pictures.
   * @returns null when the engine supports pictures only
   */
  embedText(text: string): Promise<Float32Array | null>;
  /** Ends its threads and connections. */
  close(): Promise<void>;
}

/** A picture as an engine describes it. */
export interface Described {
  /** A vector of length 1, or such that the dot product of two is their similarity. */
  vector: Float32Array;
  /** Everything that the engine needs for a detailed comparison, as bytes; null when the vector is enough. */
  parts: Uint8Array | null;
}
