import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { expectUnchanged } from '../../platform/errors/stale-edit.js';
import type { AdminColor, ColorQuery, SaveColor } from '../../contract/catalog/options.js';
import { lockAttribute } from '../attributes/attribute.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { hexOf } from './option-names.js';
import { refuseInUse, refuseTwice } from './options.js';
import { findColor, listColors } from './options.sql.js';
import { Color } from './option.entity.js';

/** Manages colours, for administrators. */
@Injectable()
export class ColorsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns a slice of the matching colours with the total count. */
  list(query: ColorQuery, slice: { skip: number; take: number }): Promise<[AdminColor[], number]> {
    return listColors(this.db, query, slice);
  }

  /** @throws ShopError 400 for an existing name */
  create(actor: Actor, { name, hex_code = hexOf(name) }: SaveColor): Promise<AdminColor> {
    return inTransaction(this.db, async (tx) => {
      const { id } = await tx.save(Color, { name, hexCode: hex_code }).catch(refuseTwice('Đã có màu mang tên này.'));
      await recordAudit(tx, actor, { action: 'create', subject: 'color', id, name, after: { name, hex_code } });
      return one(tx, id);
    });
  }

  /** @throws ShopError 404; 409 when it is no longer as its editor saw it; 400 for an existing name */
  update(actor: Actor, id: number, { name, hex_code, was }: SaveColor): Promise<AdminColor> {
    return inTransaction(this.db, async (tx) => {
      const before = await locked(tx, id);
      expectUnchanged(before, was, 'Màu', { name, hex_code });
      const changes = { name, hexCode: hex_code };
      await tx.update(Color, { id }, changes).catch(refuseTwice('Đã có màu mang tên này.'));
      const color = await one(tx, id);
      await recordAudit(tx, actor, {
        action: 'update',
        subject: 'color',
        id,
        name,
        before: auditSnapshot(before),
        after: auditSnapshot(color),
      });
      return color;
    });
  }

  /** @throws ShopError 404; 409 while products use it */
  remove(actor: Actor, id: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      const color = await locked(tx, id);
      refuseInUse('màu này', color.product_count);
      await tx.delete(Color, { id });
      await recordAudit(tx, actor, {
        action: 'delete',
        subject: 'color',
        id,
        name: color.name,
        before: auditSnapshot(color),
      });
    });
  }
}

async function locked(tx: EntityManager, id: number): Promise<AdminColor> {
  await lockAttribute(tx, Color, id);
  return one(tx, id);
}

async function one(tx: EntityManager, id: number): Promise<AdminColor> {
  const color = await findColor(tx, id);
  if (!color) throw ShopError.notFound('Không tìm thấy màu.');
  return color;
}

const auditSnapshot = ({ name, hex_code }: AdminColor) => ({ name, hex_code });
