import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { recordAudit } from '../../../audit/audit.js';
import { checkCatalogue, writeCatalogue, type ImportSources } from '../import-catalogue.js';
import { withImportLock } from '../import-lock.js';
import { PictureSource } from '../picture-source.js';
import { Config } from '../../../platform/config/config.js';
import { fetchPicture } from '../../../media/fetch-picture.js';
import { MediaStore } from '../../../media/media-store.js';
import { ImportFiles } from './import-files.js';
import { IMPORT_COLUMNS, keepLines, type ImportRow } from './import-rows.js';

const MAX_ATTEMPTS = 5;
const PAUSE_S = 10;

/** Another process has gone on with an import that this one thought it was doing. */
class Overtaken extends Error {}

/**
 * Checks and imports the files of the back office, one at a time. What is done is committed batch by batch together with how
 * far it got, so a process that dies on the way loses nothing: the next one goes on after the last whole batch.
 */
@Injectable()
export class ImportRunner {
  private readonly logger = new Logger('Imports');
  private readonly stopping = new AbortController();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly config: Config,
    private readonly files: ImportFiles,
  ) {}

  /** The files with which something is to be done, in the order in which they came. */
  async due(): Promise<number[]> {
    const rows: { id: number }[] = await this.db.query(
      `SELECT id FROM import_runs WHERE state IN ('checking', 'importing') AND next_attempt_at <= now() ORDER BY id LIMIT 100`,
    );
    return rows.map(({ id }) => id);
  }

  /** Does with a file what its state says, unless another import has the turn: then it is asked again. */
  async run(id: number): Promise<void> {
    await withImportLock(this.db, async (lost) => {
      const row = await this.take(id);
      if (!row) return;
      const signal = AbortSignal.any([lost, this.stopping.signal]);
      try {
        if (row.attempts > MAX_ATTEMPTS) throw new Error('No attempt ever got on');
        await (row.state === 'checking' ? this.check(row, signal) : this.write(row, signal));
      } catch (error) {
        if (this.stopping.signal.aborted) await this.comeBack(row);
        else if (!(error instanceof Overtaken)) await this.markFailed(row, error as Error);
      }
    });
  }

  stop(): void {
    this.stopping.abort(new Error('The worker is going'));
  }

  /** Takes away files that belong to no import. */
  async tidy(): Promise<void> {
    const names = await this.files.old();
    const rows: { file: string }[] = await this.db.query(
      `SELECT replace(file::text, '-', '') AS file FROM import_runs WHERE replace(file::text, '-', '') = ANY ($1::text[])`,
      [names],
    );
    const known = new Set(rows.map(({ file }) => file));
    for (const name of names) if (!known.has(name)) await this.files.remove(name);
  }

  private async take(id: number): Promise<ImportRow | undefined> {
    const [[row]]: [ImportRow[], number] = await this.db.query(
      `UPDATE import_runs SET attempts = attempts + 1, next_attempt_at = now() + (attempts + 1) * interval '${PAUSE_S} seconds'
       WHERE id = $1 AND state IN ('checking', 'importing') AND next_attempt_at <= now() RETURNING ${IMPORT_COLUMNS}`,
      [id],
    );
    return row;
  }

  private async check(row: ImportRow, signal: AbortSignal): Promise<void> {
    const { id, file } = row;
    await this.db.query('DELETE FROM import_messages WHERE import_id = $1', [id]);
    const counts = await checkCatalogue(
      this.sources(signal),
      this.files.pathOf(file),
      async (lines, _counts, bytes) => {
        await keepLines(this.db, id, lines);
        await this.db.query('UPDATE import_runs SET position = $2 WHERE id = $1', [id, bytes]);
      },
    );
    await this.db.query(
      `UPDATE import_runs SET state = $2, position = 0, products = $3, created = $4, updated = $5, unchanged = $6, variants = $7,
         errors = $8, warnings = $9, attempts = 0 WHERE id = $1 AND state = 'checking'`,
      [
        id,
        counts.errors > 0 ? 'refused' : 'ready',
        counts.products,
        counts.created,
        counts.updated,
        counts.unchanged,
        counts.variants,
        counts.errors,
        counts.warnings,
      ],
    );
    if (counts.errors > 0) await this.files.remove(file);
  }

  private async write(row: ImportRow, signal: AbortSignal): Promise<void> {
    const { id, file, file_name } = row;
    let { position } = row;
    await writeCatalogue(this.sources(signal), this.files.pathOf(file), {
      skip: position,
      done: async (tx, lines, { products, created, updated, unchanged, variants, warnings }) => {
        await keepLines(tx, id, lines);
        const [, count]: [unknown, number] = await tx.query(
          `UPDATE import_runs SET position = position + $3, created = created + $4, updated = updated + $5,
             unchanged = unchanged + $6, variants = variants + $7, warnings = warnings + $8, attempts = 0
           WHERE id = $1 AND state = 'importing' AND position = $2`,
          [id, position, products, created, updated, unchanged, variants, warnings],
        );
        if (count === 0) throw new Overtaken();
      },
      committed: ({ products }) => (position += products),
    });
    await this.db.transaction(async (tx) => {
      const [[done]]: [ImportRow[], number] = await tx.query(
        `UPDATE import_runs SET state = 'done', finished_at = now() WHERE id = $1 AND state = 'importing' AND position = $2
         RETURNING ${IMPORT_COLUMNS}`,
        [id, position],
      );
      if (!done) throw new Overtaken();
      await this.tell(tx, done, file_name);
    });
    await this.files.remove(file);
  }

  /** One line of the audit log for all that an import did. */
  private tell(tx: Parameters<typeof recordAudit>[0], row: ImportRow, name: string): Promise<void> {
    const { created, updated, unchanged, variants, warnings } = row;
    const by = { id: row.user_id, isAdmin: true, loginId: '', address: row.ip_address };
    const after = { products: row.position, created, updated, unchanged, variants, warnings };
    return recordAudit(tx, by, { action: 'import', subject: 'catalogue', name, after });
  }

  /** It is no failure that the worker goes. */
  private async comeBack({ id }: ImportRow): Promise<void> {
    await this.db.query('UPDATE import_runs SET attempts = 0, next_attempt_at = now() WHERE id = $1', [id]);
  }

  private async markFailed(row: ImportRow, error: Error): Promise<void> {
    this.logger.error(`Import ${row.id} (${row.file_name}) stopped: ${error.message}`);
    if (row.attempts < MAX_ATTEMPTS) return;
    await this.db.transaction(async (tx) => {
      const [[failed]]: [ImportRow[], number] = await tx.query(
        `UPDATE import_runs SET state = 'failed', finished_at = now(), failure = $2
         WHERE id = $1 AND attempts >= ${MAX_ATTEMPTS} RETURNING ${IMPORT_COLUMNS}`,
        [row.id, `Đã thử ${MAX_ATTEMPTS} lần mà không xong. Những sản phẩm đã nhập vẫn được giữ; hãy tải tệp lên lại.`],
      );
      if (failed && failed.position > 0 && row.state === 'importing') await this.tell(tx, failed, failed.file_name);
    });
    await this.files.remove(row.file);
  }

  private sources(signal: AbortSignal): ImportSources {
    const store = new MediaStore(path.join(this.config.dataDir, 'media'));
    const isPrivateAllowed = this.config.fetchesFromPrivateNetwork;
    const fetched = (address: string) => fetchPicture(address, { isPrivateAllowed });
    return { db: this.db, pictures: new PictureSource(this.db, store, undefined, fetched), signal };
  }
}
