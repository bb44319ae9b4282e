import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ImportCounts, ImportField, ImportLineKind, ImportState } from '../../../contract/imports.js';

/** A `bigint` of sizes and ids, far below the largest safe integer. */
const asNumber = { to: (value: number) => value, from: Number };
/** The column is a uuid; the file's name in its folder has no hyphens. */
const asFileName = { to: (name: string) => name, from: (uuid: string) => uuid.replaceAll('-', '') };

/** One file that an owner loads: its state, its counts, who gave it. */
@Entity('import_runs')
export class ImportRun implements ImportCounts {
  @PrimaryGeneratedColumn()
  id: number;

  /** The name under which it is stored, see `ImportFiles`. */
  @Column('uuid', { transformer: asFileName })
  file: string;

  /** The name that the owner's browser gave. */
  @Column('text')
  fileName: string;

  /** In bytes. */
  @Column('bigint', { transformer: asNumber })
  size: number;

  @Column('text', { default: 'checking' })
  state: ImportState;

  /** How far it got: bytes of the check, products of the import. */
  @Column('bigint', { default: 0, transformer: asNumber })
  position: number;

  @Column('integer', { default: 0 })
  products: number;

  @Column('integer', { default: 0 })
  created: number;

  @Column('integer', { default: 0 })
  updated: number;

  @Column('integer', { default: 0 })
  unchanged: number;

  @Column('integer', { default: 0 })
  variants: number;

  @Column('integer', { default: 0 })
  errors: number;

  @Column('integer', { default: 0 })
  warnings: number;

  /** Why it failed, for people. */
  @Column('text', { nullable: true })
  failure: string | null;

  /** Since the last progress. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt: Date;

  @Column('integer')
  userId: number;

  /** As the administrator was called then. */
  @Column('text')
  userName: string;

  @Column('text')
  ipAddress: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}

/** A line of an import's report. */
@Entity('import_messages')
export class ImportMessage {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: string;

  @Column('integer')
  importId: number;

  @Column('text')
  kind: ImportLineKind;

  /** Of the file, from 1. */
  @Column('integer')
  line: number;

  /** The heading of the column; null where it is the whole line. */
  @Column('text', { nullable: true })
  columnName: string | null;

  @Column('text')
  message: string;

  /** The changed fields of an updated product. */
  @Column('text', { array: true, default: [] })
  fields: ImportField[];
}
