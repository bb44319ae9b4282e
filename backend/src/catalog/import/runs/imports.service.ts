import { Injectable } from '@nestjs/common';
import { inTransaction } from '../../../platform/database/transaction.js';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import path from 'node:path';
import { In, IsNull, MoreThan, Not, type DataSource } from 'typeorm';
import { recordAudit } from '../../../audit/audit.js';
import { User } from '../../../auth/users/user.entity.js';
import { PRODUCT_EXPORT_COLUMNS, exportRows } from '../../export/export-catalogue.js';
import type { Actor } from '../../../platform/http/access.js';
import { inBatches, escapeFormula, sendCsv } from '../../../platform/csv/csv.js';
import { ShopError } from '../../../platform/errors/shop-error.js';
import type { FileUpload } from '../../../media/uploads/uploads.js';
import { Config } from '../../../platform/config/config.js';
import type { Import, ImportLine, ImportLineKind } from '../../../contract/catalog/imports.js';
import { MAX_WAITING_IMPORTS } from '../../../contract/rules.js';
import { ImportFiles } from './import-files.js';
import { recordImport } from './import-progress.js';
import { ImportMessage, ImportRun, STATES_WITH_FILE } from './import-run.entity.js';
import { importLineView, importView } from './import-run.view.js';

interface Slice {
  skip: number;
  take: number;
}

/** Manages administrators' imports; the worker checks and imports their files. */
@Injectable()
export class ImportsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly config: Config,
    private readonly files: ImportFiles,
  ) {}

  /** Returns a slice of the import runs, newest first, with the total count. */
  async list(slice: Slice): Promise<[Import[], number]> {
    const [runs, total] = await this.db.manager.findAndCount(ImportRun, { order: { id: 'DESC' }, ...slice });
    return [runs.map(importView), total];
  }

  /** @throws ShopError 404 */
  async one(id: number): Promise<Import> {
    return importView(await this.run(id));
  }

  /** Returns a slice of the report's lines, in file order, with their total count. @throws ShopError 404 */
  async lines(id: number, kind: ImportLineKind | undefined, slice: Slice): Promise<[ImportLine[], number]> {
    await this.run(id);
    const where = { importId: id, ...(kind && { kind }) };
    const order = { line: 'ASC', id: 'ASC' } as const;
    const [lines, total] = await this.db.manager.findAndCount(ImportMessage, { where, order, ...slice });
    return [lines.map(importLineView), total];
  }

  /** Sends the errors and warnings of a file as CSV. @throws ShopError 404 */
  async sendProblems(id: number, response: Response): Promise<void> {
    await this.run(id);
    const fetch = (last: ImportMessage | undefined, take: number) =>
      this.db.manager.find(ImportMessage, {
        where: { importId: id, kind: In(['error', 'warning']), id: MoreThan(last?.id ?? '0') },
        order: { id: 'ASC' },
        take,
      });
    const columns = { label: 'Loại', line: 'Dòng', columnName: 'Cột', message: 'Nội dung' };
    await sendCsv(response, `loi-nhap-${id}`, columns, problemRows(inBatches(fetch)));
  }

  /**
   * Stores an uploaded file, to be checked. Uploads in progress at once may all pass the limit: it bounds what piles up.
   * @throws ShopError 400 when there is none; 409 when too many files wait; StoreUnavailable
   */
  async create(actor: Actor, file: FileUpload | undefined): Promise<Import> {
    if (!file) throw ShopError.fields({ file: ['Vui lòng chọn tệp CSV'] });
    const name = path.basename(file.originalname.replaceAll('\\', '/')).replaceAll('\0', '').slice(0, 255);
    try {
      if ((await this.db.manager.countBy(ImportRun, { state: In(STATES_WITH_FILE) })) >= MAX_WAITING_IMPORTS)
        throw tooMany();
      await this.files.share(file.filename);
      const run = { file: file.filename, fileName: name || 'products.csv', size: file.size };
      const person = await this.personOf(actor);
      const id = await inTransaction(this.db, async (tx) => {
        const { identifiers } = await tx.insert(ImportRun, { ...run, ...person });
        await recordAudit(tx, actor, { action: 'create', subject: 'catalogue', name: auditName(run) });
        return (identifiers[0] as Pick<ImportRun, 'id'>).id;
      });
      return await this.one(id);
    } catch (error) {
      // What a store that does not answer keeps is deleted a day later.
      await this.files.remove(file.filename).catch(() => undefined);
      throw error;
    }
  }

  /** Starts the import of a checked file. @throws ShopError 404; 409 unless it was checked and has no errors */
  async start(actor: Actor, id: number): Promise<Import> {
    const person = await this.personOf(actor);
    await inTransaction(this.db, async (tx) => {
      const { affected } = await tx.update(
        ImportRun,
        { id, state: 'ready' },
        {
          state: 'importing',
          position: 0,
          created: 0,
          updated: 0,
          unchanged: 0,
          variants: 0,
          attempts: 0,
          nextAttemptAt: () => 'now()',
          ...person,
        },
      );
      // The check reported what would change; the import reports what it changes.
      if (affected) await tx.delete(ImportMessage, { importId: id, kind: In(['created', 'updated']) });
    });
    const run = await this.run(id);
    if (run.state === 'importing' || run.state === 'done') return importView(run);
    throw new ShopError(409, 'Chỉ nhập được tệp đã kiểm tra xong và không có lỗi.');
  }

  /** Removes a file that was not imported, or waits for the store. @throws ShopError 404; 409 during a check or import, and after an import */
  async discard(actor: Actor, id: number): Promise<void> {
    const run = await this.run(id);
    await inTransaction(this.db, async (tx) => {
      const found = await tx.findOne(ImportRun, { where: discardable(id), lock: { mode: 'pessimistic_write' } });
      if (!found) throw new ShopError(409, 'Tệp đang được xử lý hoặc đã nhập xong nên không bỏ được.');
      // A failed import has its entry already.
      if (found.state === 'importing' && found.position > 0) await recordImport(tx, id);
      await tx.delete(ImportRun, { id });
      await recordAudit(tx, actor, { action: 'delete', subject: 'catalogue', name: auditName(run) });
    });
    await this.files.remove(run.file).catch(() => undefined); // deleted a day later
  }

  /** Sends the whole catalogue as Shopify's product CSV. */
  async sendCatalogue(actor: Actor, response: Response): Promise<void> {
    await inTransaction(this.db, (tx) =>
      recordAudit(tx, actor, { action: 'export', subject: 'catalogue', name: 'Toàn bộ sản phẩm' }),
    );
    const rows = exportRows(this.db, this.config.publicUrl);
    await sendCsv(response, 'san-pham', PRODUCT_EXPORT_COLUMNS, rows, escapeFormula);
  }

  private async run(id: number): Promise<ImportRun> {
    const run = await this.db.manager.findOneBy(ImportRun, { id });
    if (!run) throw ShopError.notFound('Không tìm thấy lần nhập này.');
    return run;
  }

  private async personOf({ id, address }: Actor): Promise<Pick<ImportRun, 'userId' | 'userName' | 'ipAddress'>> {
    const { username } = await this.db.manager.findOneByOrFail(User, { id });
    return { userId: id, userName: username, ipAddress: address };
  }
}

/** Runs that nothing works on: those that are over or wait for their owner, and those that wait for the store, which say so. */
const discardable = (id: number) => [
  { id, state: In(['ready', 'refused', 'failed']) },
  { id, state: In(['checking', 'importing']), failure: Not(IsNull()) },
];

const tooMany = () =>
  new ShopError(
    409,
    `Đã có ${MAX_WAITING_IMPORTS} tệp đang chờ kiểm tra hoặc chờ nhập. Hãy nhập hoặc bỏ bớt rồi tải tệp này lên lại.`,
  );

const auditName = ({ fileName }: Pick<ImportRun, 'fileName'>) => `Tệp nhập ${fileName}`;

async function* problemRows(messages: AsyncIterable<ImportMessage>) {
  for await (const { kind, line, columnName, message } of messages) {
    yield { label: kind === 'error' ? 'Lỗi' : 'Cảnh báo', line, columnName, message };
  }
}
