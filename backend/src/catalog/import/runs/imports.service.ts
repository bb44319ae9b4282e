import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { recordAudit } from '../../../audit/audit.js';
import { PRODUCT_EXPORT_COLUMNS, exportRows } from '../../export/export-catalogue.js';
import type { Actor } from '../../../platform/http/access.js';
import { Conditions } from '../../../platform/database/conditions.js';
import { inBatches, sendCsv } from '../../../platform/csv/csv.js';
import { ShopError } from '../../../platform/errors/shop-error.js';
import type { FileUpload } from '../../../media/uploads/uploads.js';
import { Config } from '../../../platform/config/config.js';
import type { Import, ImportLine, ImportLineKind } from '../../../contract/imports.js';
import { ImportFiles } from './import-files.js';
import { IMPORT_COLUMNS, importView, type ImportRow } from './import-rows.js';

interface Slice {
  skip: number;
  take: number;
}

/** Files that administrators give to be imported; the worker does what their states say. */
@Injectable()
export class ImportsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly config: Config,
    private readonly files: ImportFiles,
  ) {}

  /** Files, newest first, and how many there are. */
  async list({ skip, take }: Slice): Promise<[Import[], number]> {
    const rows: ImportRow[] = await this.db.query(
      `SELECT ${IMPORT_COLUMNS} FROM import_runs ORDER BY id DESC OFFSET $1 LIMIT $2`,
      [skip, take],
    );
    return [rows.map(importView), await new Conditions().count(this.db, 'import_runs')];
  }

  /** @throws ShopError 404 */
  async one(id: number): Promise<Import> {
    return importView(await this.row(id));
  }

  /** Returns a slice of the messages about a file's lines, in order, and their number. @throws ShopError 404 */
  async lines(id: number, kind: ImportLineKind | undefined, { skip, take }: Slice): Promise<[ImportLine[], number]> {
    await this.row(id);
    const where = new Conditions().equal('import_id', id).equal('kind', kind);
    const rows: ImportLine[] = await this.db.query(
      `SELECT id::integer, kind, line, column_name AS "column", message, fields FROM import_messages ${where.sql}
       ORDER BY import_messages.line, import_messages.id OFFSET ${skip} LIMIT ${take}`,
      where.values,
    );
    return [rows, await where.count(this.db, 'import_messages')];
  }

  /** Errors and warnings of a file, as a file. @throws ShopError 404 */
  async sendProblems(id: number, response: Response): Promise<void> {
    await this.row(id);
    const fetch = (last: { id: string } | undefined, limit: number): Promise<{ id: string }[]> =>
      this.db.query(
        `SELECT id, CASE kind WHEN 'error' THEN 'Lỗi' ELSE 'Cảnh báo' END AS kind, line, column_name, message
         FROM import_messages WHERE import_id = $1 AND kind IN ('error', 'warning') AND id > $2 ORDER BY id LIMIT $3`,
        [id, last?.id ?? 0, limit],
      );
    const columns = { kind: 'Loại', line: 'Dòng', column_name: 'Cột', message: 'Nội dung' };
    await sendCsv(response, `loi-nhap-${id}`, columns, inBatches(fetch));
  }

  /** Takes a file in, to be checked. @throws ShopError 400 when there is none */
  async create(by: Actor, file: FileUpload | undefined): Promise<Import> {
    if (!file) throw ShopError.fields({ file: ['Vui lòng chọn tệp CSV'] });
    const name = path.basename(file.originalname.replaceAll('\\', '/')).replaceAll('\0', '').slice(0, 255);
    try {
      const [row]: ImportRow[] = await this.db.query(
        `INSERT INTO import_runs (file, file_name, size, user_id, user_name, ip_address)
         SELECT $1, $2, $3, id, username, $5 FROM users WHERE id = $4 RETURNING ${IMPORT_COLUMNS}`,
        [file.filename, name || 'products.csv', file.size, by.id, by.address],
      );
      if (!row) throw new Error('The account that gave the file is not there');
      return importView(row);
    } catch (error) {
      await this.files.remove(file.filename);
      throw error;
    }
  }

  /** Has a checked file imported. @throws ShopError 404; 409 unless it was checked and has no errors */
  async start(by: Actor, id: number): Promise<Import> {
    await this.db.transaction(async (tx) => {
      const [, count]: [unknown, number] = await tx.query(
        `UPDATE import_runs SET state = 'importing', position = 0, created = 0, updated = 0, unchanged = 0, variants = 0,
           attempts = 0, next_attempt_at = now(), user_id = $2, user_name = (SELECT username FROM users WHERE id = $2), ip_address = $3
         WHERE id = $1 AND state = 'ready'`,
        [id, by.id, by.address],
      );
      if (count === 0) return;
      // They said what would be; now they say what is.
      await tx.query(`DELETE FROM import_messages WHERE import_id = $1 AND kind IN ('created', 'updated')`, [id]);
    });
    const row = await this.row(id);
    if (row.state === 'importing' || row.state === 'done') return importView(row);
    throw new ShopError(409, 'Chỉ nhập được tệp đã kiểm tra xong và không có lỗi.');
  }

  /** Forgets a file that was not imported. @throws ShopError 404; 409 while something is done with it, and afterwards */
  async discard(id: number): Promise<void> {
    const { file } = await this.row(id);
    const [, count]: [unknown, number] = await this.db.query(
      `DELETE FROM import_runs WHERE id = $1 AND state IN ('ready', 'refused', 'failed')`,
      [id],
    );
    if (count === 0) throw new ShopError(409, 'Tệp đang được xử lý hoặc đã nhập xong nên không bỏ được.');
    await this.files.remove(file);
  }

  /** The whole catalogue as Shopify's product CSV. */
  async sendCatalogue(by: Actor, response: Response): Promise<void> {
    await this.db.transaction((tx) =>
      recordAudit(tx, by, { action: 'export', subject: 'catalogue', name: 'Toàn bộ sản phẩm' }),
    );
    await sendCsv(response, 'san-pham', PRODUCT_EXPORT_COLUMNS, exportRows(this.db, this.config.publicUrl));
  }

  private async row(id: number): Promise<ImportRow> {
    const [row]: ImportRow[] = await this.db.query(`SELECT ${IMPORT_COLUMNS} FROM import_runs WHERE id = $1`, [id]);
    if (!row) throw ShopError.notFound('Không tìm thấy lần nhập này.');
    return row;
  }
}
