import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { Conditions } from '../../platform/database/conditions.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { AdminSize, SaveSize, SizeQuery } from '../../contract/palette.js';
import { lockAttribute, lockSizes } from '../catalog.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { positionOf } from '../import/write/option-names.js';
import { refuseInUse, refuseTwice, usesBy } from './options.js';
import { Size } from '../taxonomy/taxonomy.entity.js';

/** The order in which sizes are shown; positions have gaps, and several sizes may stand at one. */
const IN_ORDER = 'position, name_key, id';

/** Rows are an `AdminSize` of the contract. */
const SIZES = `SELECT s.id, s.name, s.place AS position, coalesce(n.products, 0) AS product_count
  FROM (SELECT *, row_number() OVER (ORDER BY ${IN_ORDER})::integer AS place FROM sizes) s
    LEFT JOIN ${usesBy('size_id')} n ON n.id = s.id`;

const ORDERS: Record<NonNullable<SizeQuery['sort']>, string> = {
  'position-asc': 's.place',
  'position-desc': 's.place DESC',
  'products-asc': 'product_count, s.place',
  'products-desc': 'product_count DESC, s.place',
};

/** Sizes as administrators keep them, and the order in which they are shown. */
@Injectable()
export class SizesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** A slice of the sizes that fit, in their order unless another is asked for, and how many there are. */
  async list(
    { search, sort = 'position-asc' }: SizeQuery,
    { skip, take }: { skip: number; take: number },
  ): Promise<[AdminSize[], number]> {
    const where = new Conditions().containing('fold_vi(s.name)', search);
    const rows: AdminSize[] = await this.db.query(
      `${SIZES} ${where.sql} ORDER BY ${ORDERS[sort]} OFFSET ${skip} LIMIT ${take}`,
      where.values,
    );
    return [rows, await where.count(this.db, 'sizes s')];
  }

  /** @throws ShopError 400 for a name that exists */
  create(by: Actor, { name, position }: SaveSize): Promise<AdminSize> {
    return inTransaction(this.db, async (tx) => {
      const added = tx.save(Size, { name, position: positionOf(name) });
      const { id } = await added.catch(refuseTwice('Đã có kích cỡ mang tên này.'));
      if (position !== undefined) await move(tx, id, position);
      const size = await one(tx, id);
      await recordAudit(tx, by, { action: 'create', subject: 'size', id, name, after: factsOf(size) });
      return size;
    });
  }

  /** @throws ShopError 404; 400 for a name that exists */
  update(by: Actor, id: number, { name, position }: SaveSize): Promise<AdminSize> {
    return inTransaction(this.db, async (tx) => {
      await lockSizes(tx);
      const before = await one(tx, id);
      await tx.update(Size, { id }, { name }).catch(refuseTwice('Đã có kích cỡ mang tên này.'));
      if (position !== undefined) await move(tx, id, position);
      const size = await one(tx, id);
      await recordAudit(tx, by, {
        action: 'update',
        subject: 'size',
        id,
        name,
        before: factsOf(before),
        after: factsOf(size),
      });
      return size;
    });
  }

  /** @throws ShopError 404; 409 while products come in it */
  remove(by: Actor, id: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      await lockAttribute(tx, Size, id);
      const size = await one(tx, id);
      refuseInUse('kích cỡ này', size.product_count);
      await tx.delete(Size, { id });
      await recordAudit(tx, by, { action: 'delete', subject: 'size', id, name: size.name, before: factsOf(size) });
    });
  }
}

async function one(tx: EntityManager, id: number): Promise<AdminSize> {
  const [size]: AdminSize[] = await tx.query(`${SIZES} WHERE s.id = $1`, [id]);
  if (!size) throw ShopError.notFound('Không tìm thấy kích cỡ.');
  return size;
}

const factsOf = ({ name, position }: AdminSize) => ({ name, position });

/**
 * Puts a size at the nth place, past the last one at the end. The positions stay as far as they can, for `positionOf` finds
 * the places of later sizes among them.
 */
async function move(tx: EntityManager, id: number, place: number): Promise<void> {
  const rows: { id: number; position: number }[] = await tx.query(
    `SELECT id, position FROM sizes ORDER BY ${IN_ORDER}`,
  );
  const order = rows.map((row) => row.id).filter((each) => each !== id);
  order.splice(place - 1, 0, id);
  let last = -1;
  const positions = rows.map(({ position }) => (last = Math.max(position, last + 1)));
  await tx.query(
    `UPDATE sizes s SET position = given.position FROM unnest($1::integer[], $2::integer[]) AS given (id, position)
     WHERE s.id = given.id AND s.position <> given.position`,
    [order, positions],
  );
}
