import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DeletionBlocker } from '../../contract/accounts/profile.js';
import type { Vnd } from '../../contract/rules.js';
import type { User } from '../users/user.entity.js';

/** A sort column, newest first, and its type. */
export type SortKey = [column: string, type: string];

/** One kind of rows in the export of a person's data. */
export interface DataKind {
  columns: string;
  /** Includes a WHERE in which `$1` is the person's id. */
  from: string;
  /** The keys for keyset pagination, of a kind with many rows: two of them where the first is not unique. */
  keys?: [SortKey] | [SortKey, SortKey];
}

/** Blockers of an account's deletion that one module knows. */
export interface Blockers {
  blockers: DeletionBlocker[];
  /** Amounts for the audit log. */
  amounts?: Record<string, Vnd>;
}

/** What a module stores about people: each module registers its own, so that `auth` reads no table of a later module. */
export interface PersonalRecords {
  /** The module's part of the export of a person's data. */
  data?: Record<string, DataKind>;
  /** Takes the lock under which the account's blockers cannot change. */
  lock?: (tx: EntityManager, userId: number) => Promise<unknown>;
  /** Finds blockers of the deletion, under all modules' locks. */
  findBlockers?: (tx: EntityManager, userId: number) => Promise<Blockers>;
  /** Deletes pictures of the person. @returns their hashes; their files go after the commit */
  deletePictures?: (tx: EntityManager, userId: number) => Promise<string[]>;
  /** Deletes personal data that no record needs. */
  deletePersonalData?: (tx: EntityManager, userId: number) => Promise<unknown>;
  /** Deletes rows that are a part of the account itself. A foreign key may refuse it. */
  deleteAccountRows?: (tx: EntityManager, userId: number) => Promise<unknown>;
  /** Removes the person from records that must stay. */
  anonymise?: (tx: EntityManager, user: Pick<User, 'id'>) => Promise<unknown>;
}

/** All modules' personal records, in the order of their registration. */
@Injectable()
export class PersonalRecordsRegistry {
  private readonly modules: PersonalRecords[] = [];

  register(records: PersonalRecords): void {
    this.modules.push(records);
  }

  get all(): readonly PersonalRecords[] {
    return this.modules;
  }
}
