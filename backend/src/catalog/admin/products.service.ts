import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import { storedResponse, withIdempotencyKey, type KeyedRequest } from '../../platform/batching/idempotency.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { AdminProduct, SaveProduct } from '../../contract/catalog/products.js';
import { TEXTS } from '../../contract/rules.js';
import { lockReferences } from '../attributes/attribute.locks.js';
import { lockProduct, tryLockForDeletion } from '../products/product.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { MediaService } from '../../media/media.service.js';
import { writeSizeTable } from '../size-tables/size-tables.sql.js';
import { lockTableSizesForReference } from '../size-tables/size-tables.service.js';
import { adminProduct } from './admin-products.sql.js';
import { newHandle } from '../products/handle.js';
import { editedStock, expectVersion } from './product-edits.js';
import { photosOfProduct } from '../reviews/review-photos.sql.js';
import {
  arrangePictures,
  lockPictureColorsForReference,
  picturesOf,
  inPictureTransaction,
  type NewPictures,
  type ProductUploads,
} from './product-pictures.js';
import { areSamePictures, writePictures, type ProductPictureRow } from '../products/pictures.sql.js';
import { Product } from '../products/product.entity.js';
import { lockOptionsForReference, replaceVariants } from './variants.service.js';
import { auditSubject, auditSnapshot } from './product-audit.js';

/** Creates, changes, removes and restores products. Triggers notify every process, so shoppers see changes immediately. */
@Injectable()
export class ProductsService {
  constructor(
    private readonly db: DataSource,
    private readonly media: MediaService,
  ) {}

  /**
   * Creates a product, once per idempotency key.
   * @throws ShopError 400 for an unknown brand, category, colour or size; 409 like `withIdempotencyKey`; 413 or 415 for a picture
   */
  async create(
    actor: Actor,
    wanted: SaveProduct,
    attempt: KeyedRequest,
    uploads: ProductUploads = {},
  ): Promise<AdminProduct> {
    // Read first: the pictures of a retry are neither decoded nor stored.
    const earlier = await storedResponse<AdminProduct>(this.db.manager, attempt);
    if (earlier) return earlier;
    const write = async (tx: EntityManager, pictures: NewPictures) => {
      await lockReferencesOf(tx, wanted);
      const handle = await newHandle(tx, wanted.name);
      const product = await tx.save(Product, {
        handle,
        ...columnsOf(wanted),
        oldPrice: wanted.oldPrice ?? null,
        hasVariants: wanted.has_variants ?? false,
        countInStock: wanted.has_variants ? 0 : (wanted.countInStock ?? 0),
      });
      await writePictures(tx, product.id, arrangePictures(wanted, [], pictures));
      if (wanted.size_table) await writeSizeTable(tx, { product: product.id }, wanted.size_table);
      const created = await adminProduct(tx, product.id);
      await recordAudit(tx, actor, {
        ...auditSubject(created),
        action: 'create',
        after: await auditSnapshot(tx, created),
      });
      return saveVariants(tx, actor, created, wanted);
    };
    return inPictureTransaction(this.media, uploads, write, (tx, act) => withIdempotencyKey(tx, attempt, act));
  }

  /**
   * Replaces a product. Pictures, old price, handle and variants stay when the request leaves them out.
   * @throws ShopError 404; 409 for an outdated version; 400, 413, 415 like `create`
   */
  async replace(actor: Actor, id: number, wanted: SaveProduct, uploads: ProductUploads = {}): Promise<AdminProduct> {
    const { saved, removed } = await inPictureTransaction(this.media, uploads, async (tx, fresh) => {
      await lockReferencesOf(tx, wanted);
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
      const arranged = arrangePictures(wanted, pictures, fresh);
      if (!areSamePictures(arranged, pictures)) await writePictures(tx, id, arranged);
      if (wanted.size_table !== undefined) await writeSizeTable(tx, { product: id }, wanted.size_table);
      const after = await adminProduct(tx, id);
      await recordAudit(tx, actor, {
        ...auditSubject(after),
        action: 'update',
        before: await auditSnapshot(tx, before),
        after: await auditSnapshot(tx, after),
      });
      const saved = await saveVariants(tx, actor, after, wanted);
      const kept = new Set(arranged.map(({ mediaHash }) => mediaHash));
      return { saved, removed: hashesOf(pictures).filter((hash) => !kept.has(hash)) };
    });
    for (const hash of removed) await this.media.discard(hash);
    return saved;
  }

  /**
   * Removes a product from the shop: deletes it if it was never ordered, otherwise archives it.
   * @throws ShopError 404, also for an archived product
   */
  async remove(actor: Actor, id: number): Promise<void> {
    const removed = await inTransaction(this.db, async (tx) => {
      if ((await lockProduct(tx, id)).isArchived) throw ShopError.notFound(TEXTS.productNotFound);
      const before = await adminProduct(tx, id);
      const pictures = await picturesOf(tx, id);
      const isDeleted = await tryLockForDeletion(tx, id);
      const reviewPhotos = isDeleted ? await photosOfProduct(tx, id) : [];
      if (isDeleted) await tx.delete(Product, id);
      else await tx.update(Product, id, { archivedAt: new Date() });
      await recordAudit(tx, actor, {
        ...auditSubject(before),
        action: isDeleted ? 'delete' : 'archive',
        before: await auditSnapshot(tx, before),
      });
      return isDeleted ? [...hashesOf(pictures), ...reviewPhotos] : [];
    });
    for (const hash of removed) await this.media.discard(hash);
  }

  /** Restores an archived product. @throws ShopError 404, 409 when it is not archived */
  restore(actor: Actor, id: number): Promise<AdminProduct> {
    return inTransaction(this.db, async (tx) => {
      if (!(await lockProduct(tx, id)).isArchived) throw new ShopError(409, 'Sản phẩm đang được bán.');
      await tx.update(Product, id, { archivedAt: null });
      const product = await adminProduct(tx, id);
      await recordAudit(tx, actor, {
        ...auditSubject(product),
        action: 'restore',
        after: await auditSnapshot(tx, product),
      });
      return product;
    });
  }
}

/** Replaces the variants if the request has some. @returns the product after it */
async function saveVariants(
  tx: EntityManager,
  actor: Actor,
  product: AdminProduct,
  { variants }: SaveProduct,
): Promise<AdminProduct> {
  if (!variants) return product;
  await replaceVariants(tx, actor, product, variants);
  return adminProduct(tx, product.id);
}

const hashesOf = (pictures: ProductPictureRow[]) => pictures.map(({ mediaHash }) => mediaHash);

/** Locks all rows that a product refers to against deletion. @throws ShopError 400 naming the fields with an unknown id */
async function lockReferencesOf(tx: EntityManager, wanted: SaveProduct): Promise<void> {
  await lockReferences(tx, [
    { table: 'brands', message: 'Thương hiệu không tồn tại', fields: [['brand', wanted.brand]] },
    { table: 'categories', message: 'Danh mục không tồn tại', fields: [['category', wanted.category]] },
  ]);
  await lockOptionsForReference(tx, wanted.variants ?? []);
  await lockPictureColorsForReference(tx, wanted);
  await lockTableSizesForReference(tx, wanted.size_table, 'size_table.rows');
}

const columnsOf = ({ name, description, price, brand, category, ...wanted }: SaveProduct) => ({
  name,
  description,
  price,
  brandId: brand,
  categoryId: category,
  material: wanted.material,
  care: wanted.care,
  modelHeight: wanted.model_height,
  modelSize: wanted.model_size,
});
