import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { Conditions } from '../../platform/database/conditions.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { AdminColor, ColorQuery, SaveColor } from '../../contract/palette.js';
import { lockAttribute } from '../catalog.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { hexOf } from '../import/write/option-names.js';
import { refuseInUse, refuseTwice, usesBy } from './options.js';
import { Color } from '../taxonomy/taxonomy.entity.js';

/** Rows are an `AdminColor` of the contract. */
const COLORS = `SELECT c.id, c.name, c.hex_code, coalesce(n.products, 0) AS product_count
  FROM colors c LEFT JOIN ${usesBy('color_id')} n ON n.id = c.id`;

const ORDERS: Record<NonNullable<ColorQuery['sort']>, string> = {
  'name-asc': 'fold_vi(c.name), c.id',
  'name-desc': 'fold_vi(c.name) DESC, c.id DESC',
  'products-asc': 'product_count, fold_vi(c.name), c.id',
  'products-desc': 'product_count DESC, fold_vi(c.name), c.id',
};

/** Colours as administrators keep them. */
@Injectable()
export class ColorsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** A slice of the colours that fit, by name unless another order is asked for, and how many there are. */
  async list(
    { search, sort = 'name-asc' }: ColorQuery,
    { skip, take }: { skip: number; take: number },
  ): Promise<[AdminColor[], number]> {
    const where = new Conditions().containing(`fold_vi(c.name || ' ' || c.hex_code)`, search);
    const rows: AdminColor[] = await this.db.query(
      `${COLORS} ${where.sql} ORDER BY ${ORDERS[sort]} OFFSET ${skip} LIMIT ${take}`,
      where.values,
    );
    return [rows, await where.count(this.db, 'colors c')];
  }

  /** @throws ShopError 400 for a name that exists */
  create(by: Actor, { name, hex_code = hexOf(name) }: SaveColor): Promise<AdminColor> {
    return inTransaction(this.db, async (tx) => {
      const { id } = await tx.save(Color, { name, hexCode: hex_code }).catch(refuseTwice('Đã có màu mang tên này.'));
      await recordAudit(tx, by, { action: 'create', subject: 'color', id, name, after: { name, hex_code } });
      return one(tx, id);
    });
  }

  /** @throws ShopError 404; 400 for a name that exists */
  update(by: Actor, id: number, { name, hex_code }: SaveColor): Promise<AdminColor> {
    return inTransaction(this.db, async (tx) => {
      const before = await locked(tx, id);
      const changes = { name, hexCode: hex_code };
      await tx.update(Color, { id }, changes).catch(refuseTwice('Đã có màu mang tên này.'));
      const color = await one(tx, id);
      await recordAudit(tx, by, {
        action: 'update',
        subject: 'color',
        id,
        name,
        before: factsOf(before),
        after: factsOf(color),
      });
      return color;
    });
  }

  /** @throws ShopError 404; 409 while products come in it */
  remove(by: Actor, id: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      const color = await locked(tx, id);
      refuseInUse('màu này', color.product_count);
      await tx.delete(Color, { id });
      await recordAudit(tx, by, { action: 'delete', subject: 'color', id, name: color.name, before: factsOf(color) });
    });
  }
}

async function locked(tx: EntityManager, id: number): Promise<AdminColor> {
  await lockAttribute(tx, Color, id);
  return one(tx, id);
}

async function one(tx: EntityManager, id: number): Promise<AdminColor> {
  const [color]: AdminColor[] = await tx.query(`${COLORS} WHERE c.id = $1`, [id]);
  if (!color) throw ShopError.notFound('Không tìm thấy màu.');
  return color;
}

const factsOf = ({ name, hex_code }: AdminColor) => ({ name, hex_code });
