import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { audit } from '../audit/audit.js';
import type { Actor } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import type { Upload } from '../common/uploads.js';
import type { AdminProduct, SaveProduct } from '../contract/products.js';
import { TEXTS } from '../contract/rules.js';
import { lockProduct } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { MediaService } from '../media/media.service.js';
import { SHOP_PICTURE, type Picture } from '../media/picture.js';
import { adminProduct } from './admin-products.sql.js';
import { newHandle } from './handle.js';
import { editedStock, expectVersion, holdReferences } from './product-edits.js';
import { arrangePictures, picturesOf, writePictures, type NewPictures } from './product-pictures.js';
import { Product } from './product.entity.js';

/** Pictures that come with a product, by the names of their fields. */
export interface ProductUploads {
  image?: Upload[];
  images?: Upload[];
}

/** What administrators do with products. Shoppers see it with the next request: triggers tell every process. */
@Injectable()
export class ProductsService {
  constructor(
    private readonly db: DataSource,
    private readonly media: MediaService,
  ) {}

  /** @throws ShopError 400 for an unknown brand or category; 413 or 415 for a picture */
  create(by: Actor, wanted: SaveProduct, uploads: ProductUploads = {}): Promise<AdminProduct> {
    return this.save(uploads, async (tx, pictures) => {
      await holdShelvesOf(tx, wanted);
      const handle = await newHandle(tx, wanted.name);
      const product = await tx.save(Product, {
        handle,
        ...columnsOf(wanted),
        oldPrice: wanted.oldPrice ?? null,
        hasVariants: wanted.has_variants ?? false,
        countInStock: wanted.has_variants ? 0 : (wanted.countInStock ?? 0),
      });
      await writePictures(tx, product.id, arrangePictures(wanted.pictures, [], pictures));
      const created = await adminProduct(tx, product.id);
      await audit(tx, by, { ...deedOf(created), action: 'create', after: factsOf(created) });
      return { product: created, removed: [] };
    });
  }

  /**
   * Writes a product anew; pictures, old price and handle only as far as the call says so.
   * @throws ShopError 404; 409 when it is no longer what the edit was based on; 400, 413, 415 as `create`
   */
  replace(by: Actor, id: number, wanted: SaveProduct, uploads: ProductUploads = {}): Promise<AdminProduct> {
    return this.save(uploads, async (tx, fresh) => {
      await holdShelvesOf(tx, wanted);
      const product = await lockProduct(tx, id);
      expectVersion(product, wanted.version);
      const before = await adminProduct(tx, id);
      const hasVariants = wanted.has_variants ?? product.hasVariants;
      const stock = { wanted: wanted.countInStock ?? 0, was: wanted.stock_was };
      await tx.update(Product, id, {
        ...columnsOf(wanted),
        ...(wanted.oldPrice !== undefined && { oldPrice: wanted.oldPrice }),
        hasVariants,
        countInStock: hasVariants ? 0 : editedStock(product.countInStock, stock, product.name),
      });
      const pictures = await picturesOf(tx, id);
      const arranged = arrangePictures(wanted.pictures, pictures, fresh);
      if (arranged.join() !== pictures.join()) await writePictures(tx, id, arranged);
      const after = await adminProduct(tx, id);
      await audit(tx, by, { ...deedOf(after), action: 'update', before: factsOf(before), after: factsOf(after) });
      return { product: after, removed: pictures.filter((hash) => !arranged.includes(hash)) };
    });
  }

  /**
   * Takes a product out of the shop: deletes one that nobody ever ordered, archives any other.
   * @throws ShopError 404, also for an archived one
   */
  async remove(by: Actor, id: number): Promise<void> {
    const removed = await inTransaction(this.db, async (tx) => {
      if ((await lockProduct(tx, id)).isArchived) throw ShopError.notFound(TEXTS.productNotFound);
      const before = await adminProduct(tx, id);
      const pictures = await picturesOf(tx, id);
      // Somebody who is just ordering it, or reviewing it, holds it: then it is archived, and nobody waits in a circle.
      const [free]: unknown[] = await tx.query(
        `SELECT id FROM products p WHERE id = $1 AND NOT EXISTS (SELECT FROM order_items WHERE product_id = p.id)
         FOR UPDATE SKIP LOCKED`,
        [id],
      );
      if (free) await tx.delete(Product, id);
      else await tx.update(Product, id, { archivedAt: new Date() });
      await audit(tx, by, { ...deedOf(before), action: free ? 'delete' : 'archive', before: factsOf(before) });
      return free ? pictures : [];
    });
    for (const hash of removed) await this.media.discard(hash);
  }

  /** Brings an archived product back into the shop. @throws ShopError 404, 409 when it is not archived */
  restore(by: Actor, id: number): Promise<AdminProduct> {
    return inTransaction(this.db, async (tx) => {
      if (!(await lockProduct(tx, id)).isArchived) throw new ShopError(409, 'Sản phẩm đang được bán.');
      await tx.update(Product, id, { archivedAt: null });
      const product = await adminProduct(tx, id);
      await audit(tx, by, { ...deedOf(product), action: 'restore', after: factsOf(product) });
      return product;
    });
  }

  /**
   * Reads the pictures, which takes long, then keeps them and writes in one transaction.
   * @param write says which pictures are shown no longer; they are thrown away, and on a failure the new ones
   */
  private async save(
    { image = [], images = [] }: ProductUploads,
    write: (tx: EntityManager, fresh: NewPictures) => Promise<{ product: AdminProduct; removed: string[] }>,
  ): Promise<AdminProduct> {
    const read: Picture[] = [];
    for (const { buffer } of [...image, ...images]) read.push(await this.media.read(buffer, SHOP_PICTURE, 'admin'));
    const hashes = read.map(({ hash }) => hash);
    let unused = hashes;
    try {
      const fresh = { main: image.length > 0 ? hashes[0] : undefined, more: hashes.slice(image.length) };
      const { product, removed } = await inTransaction(this.db, async (tx) => {
        for (const picture of read.toSorted(byHash)) await this.media.keep(tx, picture);
        return write(tx, fresh);
      });
      unused = removed;
      await this.media.render(...hashes);
      return product;
    } finally {
      for (const hash of unused) await this.media.discard(hash);
    }
  }
}

/** Two who keep the same pictures take turns. */
const byHash = (a: Picture, b: Picture) => (a.hash < b.hash ? -1 : 1);

const holdShelvesOf = (tx: EntityManager, { brand, category }: SaveProduct) =>
  holdReferences(tx, [
    { table: 'brands', message: 'Thương hiệu không tồn tại', fields: [['brand', brand]] },
    { table: 'categories', message: 'Danh mục không tồn tại', fields: [['category', category]] },
  ]);

const columnsOf = ({ name, description, price, brand, category }: SaveProduct) => ({
  name,
  description,
  price,
  brandId: brand,
  categoryId: category,
});

const deedOf = ({ id, name }: AdminProduct) => ({ subject: 'product', id, name }) as const;

/** What the audit log keeps of a product; its variants have lines of their own. */
function factsOf(product: AdminProduct) {
  const { name, description, price, oldPrice, brand, category, has_variants, images } = product;
  const countInStock = has_variants ? undefined : product.countInStock;
  return { name, description, price, oldPrice, countInStock, brand, category, has_variants, images };
}
