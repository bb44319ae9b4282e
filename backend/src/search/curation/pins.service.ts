import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import { Product } from '../../catalog/products/product.entity.js';
import { MAX_PINNED_QUERIES } from '../../contract/rules.js';
import type { QueryPins, QueryPinsRow, SavePins } from '../../contract/search/search.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { changedElsewhere } from '../../platform/errors/stale-edit.js';
import type { Actor } from '../../platform/http/access.js';
import { normalizeQuery } from '../text/words/normalized-query.js';
import { lockCuration } from './curation.locks.js';
import { countOtherQueries, listPins, pinnedProducts } from './curation.sql.js';
import { Pin } from './pin.entity.js';

/** Pins and buries products for a query. Triggers notify every process of a change. */
@Injectable()
export class PinsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  list(search: string | undefined, slice: { skip: number; take: number }): Promise<[QueryPinsRow[], number]> {
    return listPins(this.db, search, slice);
  }

  /** The pins of a query, empty if it has none. @throws ShopError 400 for a query without characters */
  read(query: string, tx: EntityManager = this.db.manager): Promise<QueryPins> {
    return pinsOf(tx, readable(query));
  }

  /**
   * Replaces the pins of a query.
   * @throws ShopError 400 for a product that does not exist; 409 when they are no longer as their editor saw them, or when too many
   *   queries have pins
   */
  save(actor: Actor, { query: typed, pinned, buried, was }: SavePins): Promise<QueryPins> {
    const query = readable(typed);
    return inTransaction(this.db, async (tx) => {
      await lockCuration(tx);
      const before = await pinsOf(tx, query);
      if (was && !areSamePins(before, was)) throw changedElsewhere('Kết quả của từ khóa này');
      const ids = [...pinned, ...buried];
      const known = await tx.findBy(Product, { id: In(ids) });
      if (known.length < ids.length) throw ShopError.fields({ pinned: ['Có sản phẩm không còn tồn tại'] });
      const isNew = before.pinned.length + before.buried.length === 0 && ids.length > 0;
      if (isNew && (await countOtherQueries(tx, query)) >= MAX_PINNED_QUERIES) throw tooMany();
      await tx.delete(Pin, { query });
      await tx.insert(Pin, [
        ...pinned.map((productId, position) => ({ query, productId, kind: 'pin' as const, position })),
        ...buried.map((productId, position) => ({ query, productId, kind: 'bury' as const, position })),
      ]);
      const after = await pinsOf(tx, query);
      const facts = { before: auditSnapshot(before), after: auditSnapshot(after) };
      await recordAudit(tx, actor, { action: 'update', subject: 'pins', name: query, ...facts });
      return after;
    });
  }
}

/** @throws ShopError 400 for a query without characters */
function readable(text: string): string {
  const query = normalizeQuery(text);
  if (query === '') throw ShopError.fields({ query: ['Trường này không được để trống'] });
  return query;
}

async function pinsOf(tx: EntityManager, query: string): Promise<QueryPins> {
  const rows = await pinnedProducts(tx, query);
  const of = (kind: Pin['kind']) => rows.filter((row) => row.kind === kind).map(({ product }) => product);
  return { query, pinned: of('pin'), buried: of('bury') };
}

/** Names instead of ids, since a product may be gone when the log is read. */
const auditSnapshot = ({ pinned, buried }: QueryPins) => ({
  pinned: pinned.map(({ name }) => name),
  buried: buried.map(({ name }) => name),
});

const idsOf = (products: readonly { id: number }[]) => products.map(({ id }) => id);

/** Whether a query has these pins, in this order. */
const areSamePins = ({ pinned, buried }: QueryPins, was: NonNullable<SavePins['was']>): boolean =>
  isDeepStrictEqual({ pinned: idsOf(pinned), buried: idsOf(buried) }, was);

const tooMany = () => new ShopError(409, `Đã ghim sản phẩm cho ${MAX_PINNED_QUERIES} từ khóa. Hãy bỏ bớt.`);
