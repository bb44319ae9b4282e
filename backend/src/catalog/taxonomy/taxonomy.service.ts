import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { expectUnchanged } from '../../platform/errors/stale-edit.js';
import type { AdminTaxonomyItem, SaveTaxonomyItem, TaxonomyQuery } from '../../contract/catalog/taxonomy.js';
import { lockAttribute } from '../attributes/attribute.locks.js';
import { inTransaction, isUniqueViolation } from '../../platform/database/transaction.js';
import { MediaService } from '../../media/media.service.js';
import { SHOP_PICTURE } from '../../media/picture.js';
import { Brand, Category } from './taxonomy.entity.js';
import { findTaxonomyItem, listTaxonomy } from './taxonomy.sql.js';

const KINDS = {
  brand: {
    entity: Brand,
    table: 'brands',
    missing: 'Không tìm thấy thương hiệu.',
    called: 'thương hiệu',
    name: 'Thương hiệu',
  },
  category: {
    entity: Category,
    table: 'categories',
    missing: 'Không tìm thấy danh mục.',
    called: 'danh mục',
    name: 'Danh mục',
  },
} as const;
type Kind = keyof typeof KINDS;

/** A saved brand or category, and the hash of its previous picture if it changed. */
interface Written {
  item: AdminTaxonomyItem;
  replaced: string | null;
}

/** Manages brands and categories, for administrators. Triggers notify every process of the changes. */
@Injectable()
export class TaxonomyService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly media: MediaService,
  ) {}

  /** Returns a slice of the matching brands or categories with the total count. */
  list(
    kind: Kind,
    query: TaxonomyQuery,
    slice: { skip: number; take: number },
  ): Promise<[AdminTaxonomyItem[], number]> {
    return listTaxonomy(this.db, KINDS[kind].table, query, slice);
  }

  /** @throws ShopError 400 for an existing title; 413 or 415 for the picture */
  create(
    kind: Kind,
    actor: Actor,
    { title, description = '' }: SaveTaxonomyItem,
    image?: Buffer,
  ): Promise<AdminTaxonomyItem> {
    return this.write(kind, image, async (tx, imageHash) => {
      const { id } = await tx.save(KINDS[kind].entity, { title, description, imageHash: imageHash ?? null });
      const item = await one(tx, kind, id);
      await recordAudit(tx, actor, { action: 'create', subject: kind, id, name: title, after: auditSnapshot(item) });
      return { item, replaced: null };
    });
  }

  /**
   * @param image replaces the picture; without it the picture stays
   * @throws ShopError 404; 409 when it is no longer as its editor saw it; 400 for an existing title; 413 or 415 for the picture
   */
  update(kind: Kind, actor: Actor, id: number, wanted: SaveTaxonomyItem, image?: Buffer): Promise<AdminTaxonomyItem> {
    return this.write(kind, image, async (tx, imageHash) => {
      const { imageHash: replaced } = await locked(tx, kind, id);
      const before = auditSnapshot(await one(tx, kind, id));
      const { title, description, was } = wanted;
      expectUnchanged(before, was, KINDS[kind].name, image ? undefined : { title, description });
      await tx.update(KINDS[kind].entity, { id }, { title, description, imageHash });
      const item = await one(tx, kind, id);
      await recordAudit(tx, actor, {
        action: 'update',
        subject: kind,
        id,
        name: title,
        before,
        after: auditSnapshot(item),
      });
      return { item, replaced };
    });
  }

  /** @throws ShopError 404; 409 while products use it, including archived ones */
  async remove(kind: Kind, actor: Actor, id: number): Promise<void> {
    const { entity, called } = KINDS[kind];
    const image = await inTransaction(this.db, async (tx) => {
      const { imageHash } = await locked(tx, kind, id);
      const item = await one(tx, kind, id);
      refuseWithProducts(called, item);
      await tx.delete(entity, { id });
      await recordAudit(tx, actor, {
        action: 'delete',
        subject: kind,
        id,
        name: item.title,
        before: auditSnapshot(item),
      });
      return imageHash;
    });
    if (image) await this.media.discard(image);
  }

  /** Writes an item and its picture in one transaction, then deletes the previous picture if it is no longer used. */
  private async write(
    kind: Kind,
    bytes: Buffer | undefined,
    change: (tx: EntityManager, imageHash: string | undefined) => Promise<Written>,
  ): Promise<AdminTaxonomyItem> {
    const saved = this.media.withPictures(
      bytes ? [bytes] : [],
      { kind: SHOP_PICTURE, lane: 'admin', fieldOf: () => 'image' },
      (tx, [imageHash]) => change(tx, imageHash),
    );
    const { item, replaced } = await saved.catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw ShopError.fields({ title: [`Đã có ${KINDS[kind].called} mang tên này.`] });
    });
    if (bytes && replaced) await this.media.discard(replaced);
    return item;
  }
}

async function locked(tx: EntityManager, kind: Kind, id: number): Promise<Brand | Category> {
  const { entity, missing } = KINDS[kind];
  const item = await lockAttribute(tx, entity, id);
  if (!item) throw ShopError.notFound(missing);
  return item;
}

async function one(tx: EntityManager, kind: Kind, id: number): Promise<AdminTaxonomyItem> {
  const item = await findTaxonomyItem(tx, KINDS[kind].table, id);
  if (!item) throw ShopError.notFound(KINDS[kind].missing);
  return item;
}

const auditSnapshot = ({ title, description, image }: AdminTaxonomyItem) => ({ title, description, image });

function refuseWithProducts(
  called: string,
  { product_count: shown, archived_count: archived }: AdminTaxonomyItem,
): void {
  if (shown + archived === 0) return;
  const archivedOnes = archived > 0 ? ` (${archived} đã lưu trữ)` : '';
  throw new ShopError(
    409,
    `Còn ${shown + archived} sản phẩm${archivedOnes} thuộc ${called} này. Hãy chuyển chúng sang ${called} khác trước khi xóa.`,
  );
}
