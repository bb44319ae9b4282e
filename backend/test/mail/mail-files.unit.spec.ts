import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MailFiles, mailFolder } from '../../src/mail/sending/mail-files.js';
import { Config } from '../../src/platform/config/config.js';

jest.mock('node:fs/promises', () => {
  const real = jest.requireActual<{ rm: typeof rm }>('node:fs/promises');
  return { ...real, rm: jest.fn(real.rm) };
});
const original = jest.requireActual<{ rm: typeof rm }>('node:fs/promises');

const DAY_MS = 86_400_000;
let home: string;
let config: Config;

beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'may-mails-'));
  const settings = { NODE_ENV: 'test', DATABASE_URL: 'postgres://localhost/none', DATA_DIR: home };
  config = Config.from({ ...settings, RETENTION_MAILS_DAYS: '30', JWT_SECRET: 'only for tests' });
});
afterEach(() => original.rm(home, { recursive: true, force: true }));

async function write(name: string, days: number): Promise<void> {
  const file = path.join(mailFolder(config), name);
  await writeFile(file, 'a mail');
  const then = new Date(Date.now() - days * DAY_MS);
  await utimes(file, then, then);
}

test('mails of a shop without a mail server go after RETENTION_MAILS_DAYS, and nothing else does', async () => {
  await mkdir(path.join(mailFolder(config), 'archive.eml'), { recursive: true });
  for (const [name, days] of [
    ['1-order.eml', 29],
    ['2-order.eml', 31],
    ['.0b6ae7d0-5c5e-4c37-8f1a-4b0a9c5a2f11', 31],
    ['.gitkeep', 31],
    ['notes.txt', 31],
  ] as const)
    await write(name, days);

  await new MailFiles(config).tick();

  expect((await readdir(mailFolder(config))).toSorted()).toEqual([
    '.gitkeep',
    '1-order.eml',
    'archive.eml',
    'notes.txt',
  ]);
});

test('a mail that cannot be deleted is named, and the other old ones go', async () => {
  const folder = mailFolder(config);
  await mkdir(folder);
  for (const name of ['1-order.eml', '2-order.eml', '3-order.eml']) await write(name, 31);
  jest
    .mocked(rm)
    .mockImplementation((file, options) =>
      path.basename(String(file)) === '2-order.eml'
        ? Promise.reject(Object.assign(new Error('EPERM: not permitted'), { code: 'EPERM' }))
        : original.rm(file, options),
    );
  const files = new MailFiles(config);
  const warn = jest.spyOn(files.logger, 'warn').mockImplementation();
  const log = jest.spyOn(files.logger, 'log').mockImplementation();

  await files.tick();

  expect(await readdir(folder)).toEqual(['2-order.eml']);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^The old mail .*2-order\.eml stays: .*EPERM/)]]);
  expect(log).toHaveBeenCalledWith('Deleted 2 old files of mails');
});

test('a shop that has written no mail has nothing to delete', async () => {
  const files = new MailFiles(config);
  const warn = jest.spyOn(files.logger, 'warn').mockImplementation();
  await files.tick();
  expect(warn).not.toHaveBeenCalled();
});
