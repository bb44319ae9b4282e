/** Properties of a product that a query can ask for. */
export interface ProductFacts {
  name: string;
  description: string;
  /** Titles; empty for none. */
  category: string;
  brand: string;
  /** The names of its variants' colours. */
  colors: string[];
  sizes: string[];
  /** The lowest price of its variants, or its own, in đồng. */
  min_price: number;
  total_sold: number;
}
