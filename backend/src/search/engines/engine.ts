/**
 * Turns pictures and words into vectors. Vectors of engines with different names are never compared, so a name changes
 * with everything that changes what its engine says of a picture.
 */
export interface Engine {
  /** Name and version: `builtin-2+net-3f1c`, `onnx:fashion-clip@9a1d`. */
  readonly name: string;
  /** How many numbers its vectors have. */
  readonly dimensions: number;
  /** True where it is less than what was asked for: `why` says it to the operator. */
  readonly fallback: boolean;
  readonly why?: string;
  /** Whether its pictures have parts beside their vectors. */
  readonly hasParts?: boolean;
  /**
   * Describes a picture.
   * @param bytes JPEG, PNG, WebP, GIF or AVIF
   * @throws ShopError 413, 415 when it cannot be read; any other error when the engine is not to be had
   */
  embedImage(bytes: Buffer): Promise<Described>;
  /**
   * Describes what somebody looks for, in the space of the pictures.
   * @returns null when the engine has pictures only
   */
  embedText(text: string): Promise<Float32Array | null>;
  /** Ends its threads and connections. */
  close(): Promise<void>;
}

/** A picture as an engine sees it. */
export interface Described {
  /** Of length 1, or such that the product of two is their likeness. */
  vector: Float32Array;
  /** All that the engine needs to compare it again, as bytes; null when that is the vector alone. */
  parts: Uint8Array | null;
}

/** Facts about a product that a query can ask for. */
export interface ProductFacts {
  name: string;
  description: string;
  /** Titles; empty when it has none. */
  category: string;
  brand: string;
  /** Names, of its variants. */
  colors: string[];
  sizes: string[];
  /** The lowest price of its variants, or its own. In đồng. */
  min_price: number;
  total_sold: number;
}
