import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { SizeTable } from '../../contract/catalog/catalog.js';
import { sizeTableText } from '../../contract/catalog/size-text.js';
import type { CategorySizeTable, ChangeSizeTable, SaveSizeTable } from '../../contract/catalog/size-tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { expectUnchanged } from '../../platform/errors/stale-edit.js';
import type { Actor } from '../../platform/http/access.js';
import { lockAttribute, lockReferences } from '../attributes/attribute.locks.js';
import { Category } from '../taxonomy/taxonomy.entity.js';
import { readCategorySizeTable, writeSizeTable } from './size-tables.sql.js';

/** The size tables of categories, for administrators. A product's own one is saved with the product. */
@Injectable()
export class SizeTablesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @throws ShopError 404 for an unknown category */
  async get(category: number): Promise<CategorySizeTable> {
    if (!(await this.db.manager.existsBy(Category, { id: category }))) throw notFound();
    return { category, size_table: await readCategorySizeTable(this.db.manager, category) };
  }

  /**
   * Replaces the size table of a category.
   * @throws ShopError 404; 409 when it is no longer as its editor saw it; 400 naming every row with an unknown size
   */
  replace(actor: Actor, category: number, { was, ...wanted }: ChangeSizeTable): Promise<CategorySizeTable> {
    return this.change(actor, category, wanted, was);
  }

  /** Deletes the size table of a category, if it has one. @throws ShopError 404 for an unknown category */
  async remove(actor: Actor, category: number): Promise<void> {
    await this.change(actor, category, null);
  }

  private change(
    actor: Actor,
    id: number,
    wanted: SaveSizeTable | null,
    was?: SizeTable | null,
  ): Promise<CategorySizeTable> {
    return inTransaction(this.db, async (tx) => {
      const category = await lockAttribute(tx, Category, id);
      if (!category) throw notFound();
      await lockTableSizesForReference(tx, wanted, 'rows');
      const before = await readCategorySizeTable(tx, id);
      expectUnchanged({ table: before }, was === undefined ? undefined : { table: was }, 'Bảng kích thước');
      await writeSizeTable(tx, { category: id }, wanted);
      const after = await readCategorySizeTable(tx, id);
      await recordAudit(tx, actor, {
        action: 'update',
        subject: 'category',
        id,
        name: category.title,
        before: { size_table: auditedSizeTable(before) },
        after: { size_table: auditedSizeTable(after) },
      });
      return { category: id, size_table: after };
    });
  }
}

/**
 * Locks the sizes of a table against deletion.
 * @param field the path of the rows in the body
 * @throws ShopError 400 naming every row with an unknown size
 */
export async function lockTableSizesForReference(
  tx: EntityManager,
  wanted: SaveSizeTable | null | undefined,
  field: string,
): Promise<void> {
  const fields = (wanted?.rows ?? []).map(({ size_id }, nth): [string, number] => [`${field}.${nth}.size_id`, size_id]);
  if (fields.length > 0) await lockReferences(tx, [{ table: 'sizes', message: 'Kích cỡ không tồn tại', fields }]);
}

/** A size table in the audit log: the text that a spreadsheet takes; null for none. */
export const auditedSizeTable = (table: SizeTable | null): string | null =>
  table && sizeTableText({ ...table, rows: table.rows.map(({ size, ...row }) => ({ ...row, size: size.name })) });

const notFound = () => ShopError.notFound('Không tìm thấy danh mục.');
