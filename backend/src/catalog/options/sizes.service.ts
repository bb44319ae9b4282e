import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { expectUnchanged } from '../../platform/errors/stale-edit.js';
import type { AdminSize, SaveSize, SizeQuery } from '../../contract/catalog/options.js';
import { lockAttribute } from '../attributes/attribute.locks.js';
import { lockSizes } from './option.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { positionOf } from './option-names.js';
import { refuseInUse, refuseTwice } from './options.js';
import { findSize, listSizes, sizesInOrder, writePositions } from './options.sql.js';
import { refuseInSizeTables } from '../size-tables/size-tables.sql.js';
import { Size } from './option.entity.js';

/** Manages sizes and their order, for administrators. */
@Injectable()
export class SizesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns a slice of the matching sizes with the total count. */
  list(query: SizeQuery, slice: { skip: number; take: number }): Promise<[AdminSize[], number]> {
    return listSizes(this.db, query, slice);
  }

  /** @throws ShopError 400 for an existing name */
  create(actor: Actor, { name, position }: SaveSize): Promise<AdminSize> {
    return inTransaction(this.db, async (tx) => {
      await lockSizes(tx);
      const added = tx.save(Size, { name, position: positionOf(name) });
      const { id } = await added.catch(refuseTwice('Đã có kích cỡ mang tên này.'));
      if (position !== undefined) await move(tx, id, position);
      const size = await one(tx, id);
      await recordAudit(tx, actor, { action: 'create', subject: 'size', id, name, after: auditSnapshot(size) });
      return size;
    });
  }

  /** @throws ShopError 404; 409 when it is no longer as its editor saw it; 400 for an existing name */
  update(actor: Actor, id: number, { name, position, was }: SaveSize): Promise<AdminSize> {
    return inTransaction(this.db, async (tx) => {
      await lockSizes(tx);
      const before = await one(tx, id);
      expectUnchanged(before, was, 'Kích cỡ', { name, position });
      await tx.update(Size, { id }, { name }).catch(refuseTwice('Đã có kích cỡ mang tên này.'));
      if (position !== undefined) await move(tx, id, position);
      const size = await one(tx, id);
      await recordAudit(tx, actor, {
        action: 'update',
        subject: 'size',
        id,
        name,
        before: auditSnapshot(before),
        after: auditSnapshot(size),
      });
      return size;
    });
  }

  /** @throws ShopError 404; 409 while products or size tables use it */
  remove(actor: Actor, id: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      await lockAttribute(tx, Size, id);
      const size = await one(tx, id);
      refuseInUse('kích cỡ này', size.product_count);
      await refuseInSizeTables(tx, id);
      await tx.delete(Size, { id });
      await recordAudit(tx, actor, {
        action: 'delete',
        subject: 'size',
        id,
        name: size.name,
        before: auditSnapshot(size),
      });
    });
  }
}

async function one(tx: EntityManager, id: number): Promise<AdminSize> {
  const size = await findSize(tx, id);
  if (!size) throw ShopError.notFound('Không tìm thấy kích cỡ.');
  return size;
}

const auditSnapshot = ({ name, position }: AdminSize) => ({ name, position });

/**
 * Moves a size to the nth place; a place after the last means the end. Positions change as little as possible, because
 * `positionOf` finds the places of later sizes among them.
 */
async function move(tx: EntityManager, id: number, place: number): Promise<void> {
  const sizes = await sizesInOrder(tx);
  const order = sizes.map((size) => size.id).filter((each) => each !== id);
  order.splice(place - 1, 0, id);
  let last = -1;
  const positions = sizes.map(({ position }) => (last = Math.max(position, last + 1)));
  await writePositions(tx, order, positions);
}
