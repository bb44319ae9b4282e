import { parse, type CsvError } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import { formatNumber } from '../../../contract/rules.js';

/** The position at which a file becomes unreadable; nothing after it is read. */
export class BadFile extends Error {
  /** @param column the column heading; null when the whole line is concerned */
  constructor(
    readonly line: number,
    readonly column: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** A record of a CSV file: its fields by their headings, and the line it begins on. */
export interface CsvRow {
  line: number;
  cells: Map<string, string>;
  /** The number of fields; a row with another number than the headings is ragged, and its missing cells are empty. */
  width: number;
}

/** The maximum length of a record. Shopify's own limits are far below; a file without line ends would fill the memory. */
const MAX_RECORD = 1_000_000;
const SAVE_AS = 'Hãy lưu lại dạng “CSV UTF-8”.';

/**
 * Reads a CSV file (RFC 4180, UTF-8 with or without a byte order mark; commas, semicolons or tabs between the fields),
 * record by record. Records whose fields are all blank are left out.
 *
 * @param checkHeader called with the headings before anything else is read; may throw
 * @param read called with the number of bytes read so far
 * @throws BadFile where the file is not valid
 */
export async function* readCsv(
  file: string,
  checkHeader: (headings: string[]) => void,
  read: (bytes: number) => void = () => undefined,
): AsyncGenerator<CsvRow> {
  const delimiter = await openingOf(file);
  // Both are set where records are found: the stream is ahead of its reader, and an error drops the records between them.
  let line = 1;
  let headings: string[] | undefined;
  const begins: number[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    max_record_size: MAX_RECORD,
    on_record: (fields: string[]) => {
      const begin = line;
      line += 1 + fields.reduce((sum, field) => sum + lineEnds(field), 0);
      // Spreadsheets keep the separators of a row whose cells were emptied.
      if (fields.every((field) => field.trim() === '')) return null;
      headings ??= fields.map((heading) => heading.trim());
      begins.push(begin);
      return fields;
    },
  });
  const input = createReadStream(file);
  let failure: unknown;
  const checked = input.compose(async function* (chunks: AsyncIterable<Buffer>) {
    const isText = new TextCheck();
    let bytes = 0;
    for await (const chunk of chunks) {
      isText.check(chunk);
      bytes += chunk.length;
      read(bytes);
      yield chunk;
    }
    isText.end();
  });
  checked.on('error', (error: Error) => parser.destroy((failure = error)));
  let isHeader = true;
  try {
    for await (const fields of checked.pipe(parser) as AsyncIterable<string[]>) {
      const begin = begins.shift() ?? 1;
      if (isHeader) checkHeader(headings ?? []);
      else {
        const cells = new Map((headings ?? []).map((heading, index) => [heading, fields[index] ?? '']));
        yield { line: begin, cells, width: fields.length };
      }
      isHeader = false;
    }
  } catch (error) {
    throw failure ?? (isCsvError(error) ? badCsv(error, line, headings) : error);
  } finally {
    input.destroy();
  }
}

const isCsvError = (error: unknown): error is CsvError =>
  /^(CSV_|INVALID_)/.test((error as { code?: string } | undefined)?.code ?? '');

function badCsv(error: CsvError, line: number, headings: string[] | undefined): BadFile {
  const column = headings?.[Number(error.column)] ?? null;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new BadFile(line, column, 'Dấu ngoặc kép (") mở ở dòng này không được đóng lại.');
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const max = formatNumber(MAX_RECORD);
    return new BadFile(line, null, `Dòng dài quá ${max} ký tự, hoặc một dấu ngoặc kép (") không được đóng lại.`);
  }
  return new BadFile(line, column, 'Dấu ngoặc kép (") đặt sai chỗ: trong ô có ngoặc kép thì phải viết hai lần ("").');
}

function lineEnds(field: string): number {
  return field.includes('\n') || field.includes('\r') ? (field.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
}

/** Detects the separator. @throws BadFile for a file that does not begin as text */
async function openingOf(file: string): Promise<string> {
  const handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(4_096)).finally(() => handle.close());
  const start = buffer.subarray(0, bytesRead);
  if (start.toString('utf8').replace('\ufeff', '').trim() === '') throw new BadFile(1, null, 'Tệp trống.');
  const latin = start.toString('latin1');
  if (latin.startsWith('PK\x03\x04')) {
    throw new BadFile(1, null, `Đây là tệp Excel (.xlsx) hoặc tệp nén ZIP, không phải CSV. ${SAVE_AS}`);
  }
  // In UTF-16, every other byte is zero for letters of Latin-1.
  if (/^(\xff\xfe|\xfe\xff)|^(.\0){4}|^(\0.){4}/.test(latin)) {
    throw new BadFile(1, null, `Tệp được lưu ở bảng mã UTF-16. ${SAVE_AS}`);
  }
  const [header = ''] = start.toString('utf8').split(/[\r\n]/);
  const count = (sign: string) => header.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}

/** Checks that bytes are UTF-8 without zero bytes, which a text in the database cannot hold. */
class TextCheck {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private line = 1;

  /** @throws BadFile */
  check(chunk: Buffer): void {
    try {
      this.decoder.decode(chunk, { stream: true });
    } catch {
      throw this.notUtf8(chunk);
    }
    const zero = chunk.indexOf(0);
    if (zero >= 0) {
      const line = this.line + count(chunk.subarray(0, zero));
      throw new BadFile(line, null, 'Tệp không phải văn bản CSV: có ký tự rỗng (byte 0).');
    }
    this.line += count(chunk);
  }

  /** @throws BadFile when the last letter is cut off */
  end(): void {
    try {
      this.decoder.decode();
    } catch {
      throw this.notUtf8(Buffer.alloc(0));
    }
  }

  private notUtf8(chunk: Buffer): BadFile {
    let begin = 0;
    let { line } = this;
    for (;;) {
      const end = chunk.indexOf(0x0a, begin);
      // A letter that the chunk boundary cuts in two does not count for the first line.
      const isFirst = begin === 0;
      if (end < 0 || (!isFirst && !isUtf8(chunk.subarray(begin, end)))) break;
      if (isFirst && !isUtf8(withoutContinuation(chunk.subarray(0, end)))) break;
      begin = end + 1;
      line += 1;
    }
    return new BadFile(line, null, `Dòng này không ở bảng mã UTF-8 (có thể là Windows-1258 hoặc TCVN3). ${SAVE_AS}`);
  }
}

/** Removes trailing bytes that may belong to a letter of the previous chunk. */
function withoutContinuation(bytes: Buffer): Buffer {
  let begin = 0;
  while (begin < 3 && (bytes[begin] ?? 0) >> 6 === 0b10) begin += 1;
  return bytes.subarray(begin);
}

function count(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}
