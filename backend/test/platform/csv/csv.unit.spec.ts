import type { Response } from 'express';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inBatches, escapeFormula, unescapeFormula, sendCsv } from '../../../src/platform/csv/csv.js';

/** A stream that takes headers, as far as `sendCsv` speaks to an answer. */
function fakeResponse() {
  const headers: Record<string, string> = {};
  const stream = new PassThrough();
  const response = Object.assign(stream, { setHeader: (name: string, value: string) => (headers[name] = value) });
  return { response: response as unknown as Response, stream, headers };
}

async function csvOf(rows: object[]) {
  const { response, stream, headers } = fakeResponse();
  const columns = { name: 'Tên', amount: 'Số tiền' };
  const [file] = await Promise.all([buffer(stream), sendCsv(response, 'tap', columns, inBatches(batchOf(rows)))]);
  return { written: file.toString(), headers };
}

const batchOf = (rows: object[]) => (last: object | undefined, limit: number) => {
  const from = last ? rows.indexOf(last) + 1 : 0;
  return Promise.resolve(rows.slice(from, from + limit) as { name: string; amount: number }[]);
};

test('has a heading, a byte order mark and one line for each row', async () => {
  const { written, headers } = await csvOf([{ name: 'Áo, "đẹp"', amount: 1_000 }]);
  expect(headers['Content-Disposition']).toBe('attachment; filename="tap.csv"');
  expect(written).toBe('\uFEFFTên,Số tiền\r\n"Áo, ""đẹp""",1000\r\n');
});

test.each(['Cỡ\nS', 'Cỡ\rS', 'Cỡ\r\nS'])(
  'quotes the line break of %j: spreadsheets end a row at each',
  async (name) => {
    const { written } = await csvOf([{ name, amount: 1 }]);
    expect(written).toBe(`\uFEFFTên,Số tiền\r\n"${name}",1\r\n`);
  },
);

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('neutralises %j', async (name) => {
  const { written } = await csvOf([{ name, amount: 1 }]);
  expect(written).toContain(`'${name}`);
});

test.each([
  ['số 1;=1+1', "số 1;'=1+1"],
  ['số 1; "-2', `"số 1; ""'-2"`],
  ['số 1\t@SUM(A1)', "số 1\t'@SUM(A1)"],
  ['số 1; ngõ 2-4', 'số 1; ngõ 2-4'],
])('neutralises what begins a cell where semicolons or tabs separate them: %j', async (name, cell) => {
  const { written } = await csvOf([{ name, amount: 1 }]);
  expect(written).toContain(`\n${cell},1`);
});

test('goes through more rows than one batch, each once', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => ({ name: `r${index}`, amount: index }));
  const { written } = await csvOf(rows);
  expect(written.trim().split('\r\n')).toHaveLength(2_501);
});

test('a file that fills its last batch exactly ends with it', async () => {
  const { written } = await csvOf(Array.from({ length: 1_000 }, (_, index) => ({ name: `r${index}`, amount: index })));
  expect(written.trim().split('\r\n')).toHaveLength(1_001);
});

test.each(['=1', "'=1", "''=1", "'tis", "'", '', '+', '＝1', 'a=b', "'a", '\t'])(
  '%j comes back from its cell',
  (text) => {
    const cell = escapeFormula(text);
    expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    expect(unescapeFormula(cell)).toBe(text);
  },
);
