import type { Described } from '../engines/engine.js';
import type { Pictures } from './fusion.js';
import type { PictureMatch } from '../image/picture-index.js';
import { PictureQuery } from '../image/picture-query.js';
import type { PgVectorStore } from '../vectors/pgvector-store.js';

/** The numbers of pictures to examine: the minimum, per requested product, and the maximum. */
const MIN_CANDIDATES = 200;
const CANDIDATES_PER_PRODUCT = 8;
const MAX_CANDIDATES = 1_000;

/**
 * The pictures of all products, with their vectors in a vector store: memory holds only which product shows which picture. For
 * engines that describe a picture by its vector alone.
 */
export class StoredPictures implements Pictures {
  private readonly productsOf = new Map<number, Set<number>>();
  private readonly picturesOf = new Map<number, number[]>();

  constructor(private readonly store: Pick<PgVectorStore, 'search'>) {}

  /** Records that a product shows a picture of the store. Several products may show the same one. */
  set(pictureId: number, productId: number): void {
    const products = this.productsOf.get(pictureId) ?? new Set();
    if (products.has(productId)) return;
    this.productsOf.set(pictureId, products.add(productId));
    this.picturesOf.set(productId, [...(this.picturesOf.get(productId) ?? []), pictureId]);
  }

  deleteProduct(productId: number): void {
    for (const pictureId of this.picturesOf.get(productId) ?? []) {
      const products = this.productsOf.get(pictureId)!;
      products.delete(productId);
      if (products.size === 0) this.productsOf.delete(pictureId);
    }
    this.picturesOf.delete(productId);
  }

  /**
   * Prepares a query picture, once for all comparisons. `match` returns null when none of a product's pictures is among the 1,000
   * nearest, which are read from the store once. `search` reads them too when few of the nearest are pictures of products: an
   * archived product's vectors stay for a while.
   */
  prepare(described: Described) {
    const query = new PictureQuery(described, {});
    let thousand: Promise<Map<number, PictureMatch>> | undefined;
    const allNear = () => (thousand ??= this.nearest(query, MAX_CANDIDATES));
    return {
      search: async (count: number): Promise<PictureMatch[]> => {
        const look = Math.max(MIN_CANDIDATES, count * CANDIDATES_PER_PRODUCT);
        let best = look < MAX_CANDIDATES ? await this.nearest(query, look) : await allNear();
        if (best.size < count) best = await allNear();
        return [...best.values()].slice(0, count);
      },
      match: async (productId: number): Promise<PictureMatch | null> => {
        return (await allNear()).get(productId) ?? null;
      },
    };
  }

  /** Returns products by their best picture, best first. */
  private async nearest(query: PictureQuery, look: number): Promise<Map<number, PictureMatch>> {
    const matches = new Map<number, PictureMatch>();
    if (query.isEmpty) return matches;
    for (const { id: pictureId, likeness } of await this.store.search(query.vector, look)) {
      const match = query.explain(undefined, query.rate(undefined, likeness));
      for (const id of this.productsOf.get(pictureId) ?? []) if (!matches.has(id)) matches.set(id, { id, ...match });
    }
    return new Map(
      [...matches.values()].sort((one, other) => other.score - one.score || one.id - other.id).map((m) => [m.id, m]),
    );
  }
}
