import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AddressInput, SavedAddress } from '../../contract/accounts/addresses.js';
import { MAX_ADDRESSES } from '../../contract/rules.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { lockUser } from '../users/user.locks.js';
import { Address } from './address.entity.js';

/**
 * Address books. Each change holds the account's lock, so that a book keeps exactly one default and its maximum size
 * whatever happens at once.
 */
@Injectable()
export class AddressesService {
  constructor(private readonly db: DataSource) {}

  /** @returns the whole book: the default first, then the last changed */
  async list(userId: number): Promise<SavedAddress[]> {
    return (await book(this.db.manager, userId)).map(addressView);
  }

  /**
   * Saves an address. The first one of a book becomes the default.
   * @returns the address, and whether the book lacked it
   * @throws ShopError 409 when the book is full
   */
  add(userId: number, { isDefault, ...lines }: AddressInput): Promise<{ saved: SavedAddress; isNew: boolean }> {
    return inTransaction(this.db, async (tx) => {
      await lockBook(tx, userId);
      const existing = await tx.findOneBy(Address, { userId, ...lines });
      if (existing) return { saved: addressView(isDefault ? await makeDefault(tx, existing) : existing), isNew: false };
      const count = await tx.countBy(Address, { userId });
      if (count >= MAX_ADDRESSES) throw new ShopError(409, `Sổ địa chỉ có tối đa ${MAX_ADDRESSES} địa chỉ`);
      const added = await tx.save(tx.create(Address, { userId, ...lines, isDefault: false }));
      return { saved: addressView(isDefault || count === 0 ? await makeDefault(tx, added) : added), isNew: true };
    });
  }

  /** @throws ShopError 404 when the address is not in the user's book */
  update(userId: number, id: number, { isDefault, ...lines }: AddressInput): Promise<SavedAddress> {
    return inTransaction(this.db, async (tx) => {
      await lockBook(tx, userId);
      const address = await tx.findOneBy(Address, { id, userId });
      if (!address) throw ShopError.notFound();
      const saved = await tx.save(Object.assign(address, lines));
      return addressView(isDefault ? await makeDefault(tx, saved) : saved);
    });
  }

  /** Removes an address; idempotent. After the default goes, the last changed one takes its place. */
  async remove(userId: number, id: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      await lockBook(tx, userId);
      await tx.delete(Address, { id, userId });
      const [first] = await book(tx, userId);
      if (first && !first.isDefault) await makeDefault(tx, first);
    });
  }
}

const book = (db: EntityManager, userId: number): Promise<Address[]> =>
  db.find(Address, { where: { userId }, order: { isDefault: 'DESC', updatedAt: 'DESC', id: 'DESC' } });

/** Locks the account, so that changes of its address book take turns. @throws ShopError 401 for a closed account */
async function lockBook(tx: EntityManager, userId: number): Promise<void> {
  if (!(await lockUser(tx, userId))) throw new ShopError(401, 'Tài khoản không còn tồn tại');
}

async function makeDefault(tx: EntityManager, address: Address): Promise<Address> {
  // One after the other: the database allows one default at each moment.
  await tx.update(Address, { userId: address.userId, isDefault: true }, { isDefault: false });
  await tx.update(Address, { id: address.id }, { isDefault: true });
  return Object.assign(address, { isDefault: true });
}

const addressView = ({ userId: _user, updatedAt: _time, ...address }: Address): SavedAddress => address;
