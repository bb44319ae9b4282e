import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ImportCounts, ImportField, ImportLineKind, ImportState } from '../../../contract/catalog/imports.js';

/** Converts a `bigint` column of sizes and ids, which are far below the largest safe integer. */
const asNumber = { to: (value: number) => value, from: Number };
/** The column is a uuid; the file's name in its folder has no hyphens. */
const asFileName = { to: (name: string) => name, from: (uuid: string) => uuid.replaceAll('-', '') };

/** The states in which a run keeps its file. */
export const STATES_WITH_FILE: readonly ImportState[] = ['checking', 'ready', 'importing'];

/** An import: its file, its state, its counts and its administrator. */
@Entity('import_runs')
export class ImportRun implements ImportCounts {
  @PrimaryGeneratedColumn()
  id: number;

  /** The name under which it is stored, see `ImportFiles`. */
  @Column('uuid', { transformer: asFileName })
  file: string;

  /** The file name in the administrator's browser. */
  @Column('text')
  fileName: string;

  /** In bytes. */
  @Column('bigint', { transformer: asNumber })
  size: number;

  @Column('text', { default: 'checking' })
  state: ImportState;

  /** Progress: bytes of the check, products of the import. */
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

  /** Why it failed, or what it waits for, in words for people. */
  @Column('text', { nullable: true })
  failure: string | null;

  /** Attempts since the last progress. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt: Date;

  @Column('integer')
  userId: number;

  /** The administrator's name at that time. */
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

  /** The line number in the file, from 1. */
  @Column('integer')
  line: number;

  /** The column heading; null when the whole line is concerned. */
  @Column('text', { nullable: true })
  columnName: string | null;

  @Column('text')
  message: string;

  /** The changed fields of an updated product. */
  @Column('text', { array: true, default: [] })
  fields: ImportField[];
}
