import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import type { Actor } from '../platform/http/access.js';
import { Conditions } from '../platform/database/conditions.js';
import { inBatches } from '../platform/csv/csv.js';
import { ShopError } from '../platform/errors/shop-error.js';
import type { AdminWalletQuery, TransactionQuery, TransactionTotals, WalletTotals } from '../contract/paybox.js';
import { SHOP_TIME_ZONE } from '../contract/rules.js';
import { inTransaction } from '../platform/database/transaction.js';
import { Account } from '../ledger/account.entity.js';
import { isIncoming, WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { withDebts } from './debts.js';
import { exportedLine, type ExportedLine, type LineToExport, type WalletAndDebt } from './paybox.view.js';
import { DAILY_WALLET_STATS } from './daily-wallet-stats.js';

interface Slice {
  skip: number;
  take: number;
}

const WALLETS = 'accounts a JOIN users u ON u.id = a.user_id';

const WALLET_ORDERS = {
  'updated-desc': 'a.updated_at DESC, a.id DESC',
  'updated-asc': 'a.updated_at, a.id',
  'balance-desc': 'a.balance DESC, a.id DESC',
  'balance-asc': 'a.balance, a.id',
  'name-asc': 'u.username_key, a.id',
  'name-desc': 'u.username_key DESC, a.id DESC',
} as const;

/** Each order with its reverse: pages in the second half are read from the end. */
const LINE_ORDERS = {
  'created-desc': ['created_at DESC, id DESC', 'created_at, id'],
  'created-asc': ['created_at, id', 'created_at DESC, id DESC'],
  'amount-desc': ['amount DESC, id DESC', 'amount, id'],
  'amount-asc': ['amount, id', 'amount DESC, id DESC'],
} as const;

/** All wallets and their statements, for administrators. */
@Injectable()
export class PayboxAdminService {
  constructor(private readonly db: DataSource) {}

  /** Returns a slice of the matching wallets with their `user` and debt, and the total count. */
  async wallets(query: AdminWalletQuery, { skip, take }: Slice): Promise<[WalletAndDebt<Account>[], number]> {
    const where = walletsOf(query);
    const [rows, count]: [{ id: number }[], number] = await Promise.all([
      this.db.query<{ id: number }[]>(
        `SELECT a.id FROM ${WALLETS} ${where.sql} ORDER BY ${WALLET_ORDERS[query.sort ?? 'updated-desc']}
         OFFSET ${skip} LIMIT ${take}`,
        where.values,
      ),
      where.count(this.db, WALLETS),
    ]);
    const ids = rows.map(({ id }) => id);
    const found = await this.db.manager.find(Account, { where: { id: In(ids) }, relations: { user: true } });
    return [await withDebts(this.db.manager, inOrder(found, ids)), count];
  }

  async walletTotals(query: AdminWalletQuery): Promise<WalletTotals> {
    const where = walletsOf(query);
    const [row]: { totals: WalletTotals }[] = await this.db.query(
      `SELECT json_build_object('count', count(*), 'locked', count(*) FILTER (WHERE NOT a.is_active),
         'liability', coalesce(sum(a.balance), 0), 'owed', coalesce(sum(debt.owed), 0)) AS totals
       FROM ${WALLETS} LEFT JOIN receivables debt ON debt.user_id = a.user_id ${where.sql}`,
      where.values,
    );
    return row!.totals;
  }

  /**
   * Locks a wallet, so that it cannot spend, or unlocks it.
   * @returns the wallet with its `user` and debt
   * @throws ShopError 404
   */
  setActive(actor: Actor, id: number, isActive: boolean): Promise<WalletAndDebt<Account>> {
    return inTransaction(this.db, async (tx) => {
      const wallet = await tx.findOne(Account, { where: { id, kind: 'wallet' }, lock: { mode: 'for_no_key_update' } });
      if (!wallet) throw ShopError.notFound('Không tìm thấy ví.');
      if (wallet.isActive !== isActive) {
        await tx.update(Account, id, { isActive });
        const [owner]: { username: string }[] = await tx.query('SELECT username FROM users WHERE id = $1', [
          wallet.userId,
        ]);
        await recordAudit(tx, actor, {
          action: isActive ? 'unlock' : 'lock',
          subject: 'wallet',
          id,
          name: owner?.username ?? '',
          before: { is_active: wallet.isActive },
          after: { is_active: isActive },
        });
      }
      const changed = await tx.find(Account, { where: { id }, relations: { user: true } });
      return (await withDebts(tx, changed))[0]!;
    });
  }

  /** Returns a slice of all statement lines with their `account` and its `user`, and the total count. */
  async transactions(query: TransactionQuery, { skip, take }: Slice): Promise<[WalletTransaction[], number]> {
    const where = await this.linesOf(query);
    const count = concernsOwners(query)
      ? await where.count(this.db, 'wallet_transactions line')
      : (await this.totalsOfDays(query)).count;
    const [order, opposite] = LINE_ORDERS[query.sort ?? 'created-desc'];
    const isNearEnd = skip > count / 2;
    const limit = Math.max(0, Math.min(take, count - skip));
    const rows: { id: number }[] = await this.db.query(
      `SELECT id FROM wallet_transactions line ${where.sql}
       ORDER BY ${isNearEnd ? opposite : order} OFFSET ${isNearEnd ? Math.max(0, count - skip - take) : skip} LIMIT ${limit}`,
      where.values,
    );
    const ids = rows.map(({ id }) => id);
    if (isNearEnd) ids.reverse();
    const found = await this.db.manager.find(WalletTransaction, {
      where: { id: In(ids) },
      relations: { account: { user: true } },
    });
    return [inOrder(found, ids), count];
  }

  /** Returns the totals of the matching lines, from the daily sums unless the query concerns particular owners. */
  async transactionTotals(query: TransactionQuery): Promise<TransactionTotals> {
    return concernsOwners(query) ? this.summed(await this.linesOf(query)) : this.totalsOfDays(query);
  }

  private async summed(where: Conditions): Promise<TransactionTotals> {
    const sum = (condition: string) => `coalesce(sum(amount) FILTER (WHERE status = 'COMPLETED' AND ${condition}), 0)`;
    return this.queryTotals(
      `SELECT json_build_object('count', count(*), 'incoming', ${sum('is_incoming')}, 'outgoing', ${sum('NOT is_incoming')})
         AS totals
       FROM (SELECT line.amount, line.status, ${isIncoming('line')} AS is_incoming FROM wallet_transactions line ${where.sql}) lines`,
      where.values,
    );
  }

  private totalsOfDays({ from, to, type, status }: TransactionQuery): Promise<TransactionTotals> {
    const sum = (direction: number) =>
      `coalesce(sum(amount) FILTER (WHERE status = 'COMPLETED' AND direction = ${direction}), 0)`;
    const where = new Conditions()
      .add('day >= ?::date', from)
      .add('day <= ?::date', to)
      .equal('transaction_type', type)
      .equal('status', status);
    return this.queryTotals(
      `SELECT json_build_object('count', coalesce(sum(lines), 0), 'incoming', ${sum(1)}, 'outgoing', ${sum(-1)}) AS totals
       FROM ${DAILY_WALLET_STATS} ${where.sql}`,
      where.values,
    );
  }

  private async queryTotals(sql: string, values: unknown[]): Promise<TransactionTotals> {
    const [row]: { totals: TransactionTotals }[] = await this.db.query(sql, values);
    return row!.totals;
  }

  /** Returns all matching lines for a file, newest first, and records the export in the audit log. */
  async export(actor: Actor, query: TransactionQuery): Promise<AsyncIterable<ExportedLine>> {
    const { page: _page, page_size: _size, sort: _sort, ...filters } = query;
    const { count } = await this.transactionTotals(query);
    await recordAudit(this.db.manager, actor, {
      action: 'export',
      subject: 'transactions',
      name: 'Giao dịch Paybox',
      after: { ...filters, count },
    });
    return inBatches(async (last: ExportedLine | undefined, limit) => {
      const where = await this.linesOf(query);
      where.add('(line.created_at, line.id) < (SELECT created_at, id FROM wallet_transactions WHERE id = ?)', last?.id);
      const rows: LineToExport[] = await this.db.query(
        `SELECT line.id, to_char(line.created_at AT TIME ZONE '${SHOP_TIME_ZONE}', 'YYYY-MM-DD HH24:MI:SS') AS time,
           u.username, u.email, line.transaction_type AS type, line.status, line.amount::text AS amount,
           ${isIncoming('line')} AS is_incoming, line.balance_after::text AS balance_after, line.order_id, line.description
         FROM wallet_transactions line JOIN accounts a ON a.id = line.account_id JOIN users u ON u.id = a.user_id
         ${where.sql} ORDER BY line.created_at DESC, line.id DESC LIMIT ${limit}`,
        where.values,
      );
      return rows.map(exportedLine);
    });
  }

  /** A search finds the owners first, so that the lines are found by the index of the accounts. */
  private async linesOf({ search, wallet, type, status, from, to }: TransactionQuery): Promise<Conditions> {
    const where = new Conditions()
      .equal('line.account_id', wallet)
      .equal('line.transaction_type', type)
      .equal('line.status', status)
      .days('line.created_at', { from, to });
    const order = /^#(\d{1,9})$/.exec(search ?? '')?.[1];
    if (order) return where.add('line.transfer_id IN (SELECT id FROM transfers WHERE order_id = ?)', order);
    if (!search) return where;
    const owners = new Conditions().containing('u.search_text', search);
    const rows: { id: number }[] = await this.db.query(`SELECT a.id FROM ${WALLETS} ${owners.sql}`, owners.values);
    return where.add(
      'line.account_id = ANY (?::integer[])',
      rows.map(({ id }) => id),
    );
  }
}

/** True for a query about particular owners' lines. */
const concernsOwners = ({ search, wallet }: TransactionQuery): boolean => Boolean(search || wallet);

const walletsOf = ({ search, state }: AdminWalletQuery): Conditions =>
  new Conditions()
    .that(`a.kind = 'wallet'`)
    .that(state && (state === 'active' ? 'a.is_active' : 'NOT a.is_active'))
    .containing('u.search_text', search);

function inOrder<T extends { id: number }>(rows: T[], ids: number[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
