import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { recordAudit, withoutSearch } from '../../audit/audit.js';
import type { Actor, Principal } from '../../platform/http/access.js';
import { inBatches } from '../../platform/csv/csv.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type {
  AdminWalletQuery,
  TransactionQuery,
  TransactionTotals,
  WalletTotals,
} from '../../contract/money/paybox.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { User } from '../../auth/users/user.entity.js';
import { Account } from '../../ledger/account.entity.js';
import { lockWalletById } from '../../ledger/wallet.locks.js';
import { WalletTransaction } from '../../ledger/wallet-transaction.entity.js';
import { withDebts } from '../debts.js';
import { exportedLine, type ExportedLine, type WalletAndDebt } from '../paybox.view.js';
import { listLineIds, linesWhere, readLinesToExport, sumDays, sumLines } from './statement-lines.sql.js';
import { listWalletIds, sumWallets } from './wallet-list.sql.js';

interface Slice {
  skip: number;
  take: number;
}

/** All wallets and their statements, for administrators. */
@Injectable()
export class AdminPayboxService {
  constructor(private readonly db: DataSource) {}

  /** Returns a slice of the matching wallets with their `user` and debt, and the total count. */
  async wallets(query: AdminWalletQuery, slice: Slice): Promise<[WalletAndDebt<Account>[], number]> {
    const { ids, count } = await listWalletIds(this.db, query, slice);
    const accounts = await this.db.manager.find(Account, { where: { id: In(ids) }, relations: { user: true } });
    return [await withDebts(this.db.manager, inOrder(accounts, ids)), count];
  }

  walletTotals(query: AdminWalletQuery): Promise<WalletTotals> {
    return sumWallets(this.db, query);
  }

  /**
   * Locks a wallet, so that it cannot spend, or unlocks it.
   * @returns the wallet with its `user` and debt
   * @throws ShopError 404
   */
  setActive(actor: Actor, id: number, isActive: boolean): Promise<WalletAndDebt<Account>> {
    return inTransaction(this.db, async (tx) => {
      const wallet = await lockWalletById(tx, id);
      if (!wallet) throw ShopError.notFound('Không tìm thấy ví.');
      if (wallet.isActive !== isActive) {
        await tx.update(Account, id, { isActive });
        const owner = await tx.findOneOrFail(User, { select: { username: true }, where: { id: wallet.userId! } });
        await recordAudit(tx, actor, {
          action: isActive ? 'unlock' : 'lock',
          subject: 'wallet',
          id,
          name: owner.username,
          before: { is_active: wallet.isActive },
          after: { is_active: isActive },
        });
      }
      const changed = await tx.find(Account, { where: { id }, relations: { user: true } });
      return (await withDebts(tx, changed))[0]!;
    });
  }

  /** Returns a slice of all statement lines with their `account` and its `user`, and the total count. */
  async transactions(me: Principal, query: TransactionQuery, slice: Slice): Promise<[WalletTransaction[], number]> {
    const where = await linesWhere(this.db, me, query);
    const count = concernsOwners(query)
      ? await where.count(this.db, 'wallet_transactions line')
      : (await sumDays(this.db, query)).count;
    const ids = await listLineIds(this.db, where, query.sort, { ...slice, count });
    const lines = await this.db.manager.find(WalletTransaction, {
      where: { id: In(ids) },
      relations: { account: { user: true } },
    });
    return [inOrder(lines, ids), count];
  }

  /** Returns the totals of the matching lines, from the daily sums unless the query concerns particular owners. */
  async transactionTotals(me: Principal, query: TransactionQuery): Promise<TransactionTotals> {
    return concernsOwners(query) ? sumLines(this.db, await linesWhere(this.db, me, query)) : sumDays(this.db, query);
  }

  /** Returns all matching lines for a file, newest first, and records the export in the audit log. */
  async export(actor: Actor, query: TransactionQuery): Promise<AsyncIterable<ExportedLine>> {
    const { page: _page, page_size: _size, sort: _sort, ...filters } = query;
    const { count } = await this.transactionTotals(actor, query);
    await recordAudit(this.db.manager, actor, {
      action: 'export',
      subject: 'transactions',
      name: 'Giao dịch Paybox',
      after: { ...withoutSearch(filters), count },
    });
    const where = await linesWhere(this.db, actor, query);
    return inBatches(async (last: ExportedLine | undefined, limit) => {
      const rows = await readLinesToExport(this.db, where, last, limit);
      return rows.map(exportedLine);
    });
  }
}

/** True for a query about particular owners' lines. */
const concernsOwners = ({ search, wallet }: TransactionQuery): boolean => Boolean(search || wallet);

function inOrder<T extends { id: number }>(rows: T[], ids: number[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
