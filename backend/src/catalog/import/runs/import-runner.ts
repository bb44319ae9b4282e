import { Injectable, Logger } from '@nestjs/common';
import { inTransaction } from '../../../platform/database/transaction.js';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, MoreThan, MoreThanOrEqual, Raw, type DataSource } from 'typeorm';
import { checkCatalogue, writeCatalogue, type ImportSources } from '../import-catalogue.js';
import { withImportLock } from '../import.locks.js';
import { PictureSource } from '../picture-source.js';
import { ImportError } from '../read/import-product.js';
import { Config } from '../../../platform/config/config.js';
import { StoreUnavailable } from '../../../platform/file-store/file-store.js';
import { fetchPicture } from '../../../media/fetch-picture.js';
import { MediaStore } from '../../../media/media-store.js';
import { STORE_FAILURE, attemptsFailure, refusalFailure } from './import-failures.js';
import { ImportFiles } from './import-files.js';
import { insertMessages } from './import-messages.sql.js';
import { progressOf, recordImport } from './import-progress.js';
import { ImportMessage, ImportRun, STATES_WITH_FILE } from './import-run.entity.js';

const MAX_ATTEMPTS = 5;
const PAUSE_S = 10;
/** The pause after the media store did not answer. */
const STORE_PAUSE_S = 60;
const MAX_DUE = 100;
/** Progress ends failed attempts, and what was said about a wait. */
const PROGRESS = { attempts: 0, failure: null };

/** The condition of runs that are due, by the database's clock. */
const due = () => ({ state: In(['checking', 'importing']), nextAttemptAt: Raw((column) => `${column} <= now()`) });

/** Another process has continued the import that this one was running, or somebody has discarded it. */
class RunTakenOver extends Error {}

/**
 * Checks and imports the back office's files, one at a time. Each batch commits together with its progress, so a process that
 * dies loses nothing: the next one continues after the last committed batch.
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

  /** Returns the ids of the runs that are due, oldest first. */
  async due(): Promise<number[]> {
    const runs = await this.db.manager.find(ImportRun, {
      select: { id: true },
      where: due(),
      order: { id: 'ASC' },
      take: MAX_DUE,
    });
    return runs.map(({ id }) => id);
  }

  /** Checks or imports a file, depending on its state. Does nothing while another import runs: the run stays due. */
  async run(id: number): Promise<void> {
    await withImportLock(this.db, async (lost) => {
      const run = await this.startAttempt(id);
      if (!run) return;
      const signal = AbortSignal.any([lost, this.stopping.signal]);
      try {
        if (run.attempts > MAX_ATTEMPTS) throw new Error('No attempt made any progress');
        await (run.state === 'checking' ? this.check(run, signal) : this.write(run, signal));
      } catch (error) {
        if (this.stopping.signal.aborted) await this.makeDue(run);
        else if (error instanceof StoreUnavailable) await this.postpone(run, error);
        else if (!(error instanceof RunTakenOver)) await this.markFailed(run, error as Error);
      }
    });
  }

  stop(): void {
    this.stopping.abort(new Error('The worker is stopping'));
  }

  /** Deletes old files that no run needs any more. */
  async tidy(): Promise<void> {
    const names = await this.files.old();
    const runs = await this.db.manager.find(ImportRun, {
      select: { id: true, file: true },
      where: { file: In(names.filter((name) => /^[0-9a-f]{32}$/.test(name))), state: In(STATES_WITH_FILE) },
    });
    const known = new Set(runs.map(({ file }) => file));
    for (const name of names) if (!known.has(name)) await this.files.remove(name);
  }

  /** Counts an attempt at a run that is due. @returns the run; null when it is not due */
  private async startAttempt(id: number): Promise<ImportRun | null> {
    const { affected } = await this.db.manager.update(
      ImportRun,
      { id, ...due() },
      {
        attempts: () => 'attempts + 1',
        nextAttemptAt: () => `now() + (attempts + 1) * interval '${PAUSE_S} seconds'`,
      },
    );
    return affected ? this.db.manager.findOneBy(ImportRun, { id }) : null;
  }

  private async check({ id, file }: ImportRun, signal: AbortSignal): Promise<void> {
    const { manager } = this.db;
    await manager.delete(ImportMessage, { importId: id });
    const counts = await checkCatalogue(
      this.sources(signal),
      await this.files.fetch(file),
      async (lines, _counts, position) => {
        const { affected } = await manager.update(ImportRun, { id, state: 'checking' }, { position, failure: null });
        if (!affected) throw new RunTakenOver(); // discarded while it waited
        await insertMessages(manager, id, lines);
      },
    );
    const state = counts.errors > 0 ? 'refused' : 'ready';
    await manager.update(ImportRun, { id, state: 'checking' }, { ...counts, ...PROGRESS, state, position: 0 });
    if (counts.errors > 0) await this.remove(file);
  }

  private async write({ id, file, position: skip }: ImportRun, signal: AbortSignal): Promise<void> {
    let position = skip;
    const atPosition = () => ({ id, state: 'importing', position }) as const;
    await writeCatalogue(this.sources(signal), await this.files.fetch(file), {
      skip,
      done: async (tx, lines, counts) => {
        const { affected } = await tx.update(ImportRun, atPosition(), { ...progressOf(counts), ...PROGRESS });
        if (!affected) throw new RunTakenOver();
        await insertMessages(tx, id, lines);
      },
      committed: ({ products }) => (position += products),
    });
    await inTransaction(this.db, async (tx) => {
      const { affected } = await tx.update(ImportRun, atPosition(), {
        ...PROGRESS,
        state: 'done',
        finishedAt: () => 'now()',
      });
      if (!affected) throw new RunTakenOver();
      await recordImport(tx, id);
    });
    await this.remove(file);
  }

  /** Deletes the file of a run that is over. What stays is deleted a day later. */
  private async remove(file: string): Promise<void> {
    await this.files.remove(file).catch((error: unknown) => this.logger.warn({ err: error }, `The file ${file} stays`));
  }

  /** Makes the run due immediately, so that the next worker continues it. A stopped worker is not a failed attempt. */
  private async makeDue({ id }: ImportRun): Promise<void> {
    await this.db.manager.update(ImportRun, { id }, { attempts: 0, nextAttemptAt: () => 'now()' });
  }

  /**
   * A store that does not answer is not a failed attempt either: it may be back within minutes, or hours. The run says
   * so, because a store that refuses until somebody acts (its rights, a read-only disk) looks the same.
   */
  private async postpone({ id, fileName }: ImportRun, error: StoreUnavailable): Promise<void> {
    this.logger.warn({ err: error }, `Import ${id} (${fileName}) waits for the media store`);
    await this.db.manager.update(
      ImportRun,
      { id },
      {
        attempts: () => 'greatest(attempts - 1, 0)',
        nextAttemptAt: () => `now() + interval '${STORE_PAUSE_S} seconds'`,
        failure: STORE_FAILURE,
      },
    );
  }

  private async markFailed({ id, state, file, fileName, attempts }: ImportRun, error: Error): Promise<void> {
    this.logger.error(`Import ${id} (${fileName}) stopped: ${error.message}`);
    // The check found no error in the file: the shop has changed since, and another attempt finds the same.
    const isRefused = state === 'importing' && error instanceof ImportError;
    if (!isRefused && attempts < MAX_ATTEMPTS) return;
    const failure = isRefused ? refusalFailure(error) : attemptsFailure(MAX_ATTEMPTS);
    const isFailed = await inTransaction(this.db, async (tx) => {
      const { affected } = await tx.update(
        ImportRun,
        { id, state, ...(!isRefused && { attempts: MoreThanOrEqual(MAX_ATTEMPTS) }) },
        { state: 'failed', finishedAt: () => 'now()', failure },
      );
      const hasWritten = state === 'importing' && (await tx.existsBy(ImportRun, { id, position: MoreThan(0) }));
      if (affected && hasWritten) await recordImport(tx, id);
      return affected === 1;
    });
    if (isFailed) await this.remove(file);
  }

  private sources(signal: AbortSignal): ImportSources {
    const store = MediaStore.of(this.config);
    const isPrivateAllowed = this.config.fetchesFromPrivateNetwork;
    const fetched = (address: string) => fetchPicture(address, { isPrivateAllowed });
    return { db: this.db, pictures: new PictureSource(this.db, store, undefined, fetched), signal };
  }
}
