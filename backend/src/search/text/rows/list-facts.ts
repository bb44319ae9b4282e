/** A variant: the ids of its colour and size, and whether it is in stock. */
export interface VariantFacts {
  color: number;
  size: number;
  in_stock: boolean;
}

/** The facts that lists filter and sort by, besides those that queries match. */
export interface ListFacts {
  /** Ids, 0 for none. */
  category: number;
  brand: number;
  variants: readonly VariantFacts[];
  in_stock: boolean;
  /** Stars, with one decimal. */
  rating: number;
  reviews: number;
  /** In milliseconds since 1970. */
  created: number;
  /** See `Columns`. */
  stamp?: number;
}

/** The facts that change most often. */
export interface SalesFacts {
  sold?: number;
}

/** For an index that serves no lists. */
export const NOT_LISTED: ListFacts = {
  category: 0,
  brand: 0,
  variants: [],
  in_stock: false,
  rating: 0,
  reviews: 0,
  created: 0,
};
