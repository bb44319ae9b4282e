import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { backupArguments } from '../../src/commands/backups/backup-arguments.js';
import {
  datedName,
  deleteHalfBackups,
  deleteLossyBackups,
  deleteOldBackups,
  partialOf,
} from '../../src/commands/backups/rotate-backups.js';

const NOW = new Date('2026-11-28T01:00:07.250Z');
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'may-rotation-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A whole backup, as far as its name and its manifest say. */
async function backup(name: string): Promise<string> {
  await mkdir(path.join(folder, name, 'data'), { recursive: true });
  await writeFile(path.join(folder, name, 'manifest.json'), '{}');
  return name;
}

/** What a backup has written so far. @param written when the last file was */
async function half(name: string, written: Date): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(path.join(place, 'data'), { recursive: true });
  await writeFile(path.join(place, 'data/orders.copy.gz'), 'x');
  for (const each of ['data', '.']) await utimes(path.join(place, each), hoursAgo(100), hoursAgo(100));
  await utimes(path.join(place, 'data/orders.copy.gz'), written, written);
  return name;
}

test('the newest backups stay, and the oldest are deleted', async () => {
  for (const day of ['25', '24', '26', '27']) await backup(`2026-11-${day}T01-00-00Z`);
  const written = await backup(datedName(NOW));

  expect(await deleteOldBackups(folder, 3, written)).toEqual(['2026-11-24T01-00-00Z', '2026-11-25T01-00-00Z']);
  expect((await readdir(folder)).toSorted()).toEqual(['2026-11-26T01-00-00Z', '2026-11-27T01-00-00Z', written]);
  expect(await deleteOldBackups(folder, 3, written)).toEqual([]);
  expect(await deleteOldBackups(folder, Infinity, written)).toEqual([]);
  expect(await readdir(folder)).toHaveLength(3);
});

test('only whole backups that the command has named are counted and deleted', async () => {
  const written = await backup(datedName(NOW));
  for (const name of ['monday', '2026-11-01', '2020-01-01T00-00-00Z.partial']) await backup(name);
  await mkdir(path.join(folder, '2020-01-02T00-00-00Z/photos'), { recursive: true });
  await backup('2026-11-27T01-00-00Z');

  expect(await deleteOldBackups(folder, 2, written)).toEqual([]);
  expect(await deleteOldBackups(folder, 1, written)).toEqual(['2026-11-27T01-00-00Z']);
  expect(await readdir(folder)).toHaveLength(5);
});

test('of backups that lack pictures the newest stays, beside all that have them', async () => {
  const manifest = { format: 1, taken_at: NOW, release: '0.1.0', migrations: [], tables: [], sequences: [], files: [] };
  const lossy = async (name: string) => {
    await backup(name);
    const content = JSON.stringify({ ...manifest, lost_pictures: ['0'.repeat(32)] });
    await writeFile(path.join(folder, name, 'manifest.json'), content);
    return name;
  };
  await backup('2026-11-24T01-00-00Z');
  for (const day of ['25', '26']) await lossy(`2026-11-${day}T01-00-00Z`);
  const written = await lossy(datedName(NOW));

  const deleted = ['2026-11-25T01-00-00Z', '2026-11-26T01-00-00Z'];
  expect(await deleteLossyBackups(folder, written)).toEqual(deleted);
  expect((await readdir(folder)).toSorted()).toEqual(['2026-11-24T01-00-00Z', written]);
});

test('the new backup stays when the clock went back', async () => {
  await backup('2026-11-29T01-00-00Z');
  await backup('2026-11-30T01-00-00Z');
  const written = await backup(datedName(NOW));

  expect(await deleteOldBackups(folder, 1, written)).toEqual(['2026-11-29T01-00-00Z', '2026-11-30T01-00-00Z']);
  expect(await readdir(folder)).toEqual([written]);
});

test('what a killed backup has left is deleted by a later one, and one that is being written stays', async () => {
  const killed = await half(partialOf(datedName(hoursAgo(24))), hoursAgo(20));
  const running = await half(partialOf(datedName(hoursAgo(24))), hoursAgo(1));
  const own = await half('monday.partial', hoursAgo(99));

  await deleteHalfBackups(folder, NOW);
  expect([killed, running, own].map((name) => existsSync(path.join(folder, name)))).toEqual([false, true, true]);
  await deleteHalfBackups(path.join(folder, 'missing'), NOW);
});

test('a file in the place of the folder of backups is one sentence', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(deleteHalfBackups(file, NOW)).rejects.toThrow(`${file} cannot be used (ENOTDIR): name a folder`);
});

test('the command takes one folder to fill, or a folder of backups and how many stay there', () => {
  expect(backupArguments(['--to', '/backups/monday'], NOW)).toEqual({ folder: '/backups/monday' });
  const named = '/backups/2026-11-28T01-00-07Z';
  expect(backupArguments(['--into', '/backups', '--keep', '14'], NOW)).toEqual({
    folder: named,
    rotated: { folder: '/backups', keep: 14 },
  });
  expect(backupArguments(['--into', '/backups'], NOW)).toEqual({
    folder: named,
    rotated: { folder: '/backups', keep: Infinity },
  });
  for (const args of [
    [],
    ['/a'],
    ['--to', '/a', '--into', '/b'],
    ['--to', '/a', '--keep', '3'],
    ['--keep', '3'],
    ['--from', '/a'],
  ])
    expect(() => backupArguments(args, NOW)).toThrow('Say which folder');
  for (const keep of ['0', '1.5', 'all', ''])
    expect(() => backupArguments(['--into', '/a', '--keep', keep], NOW)).toThrow('--keep is a whole number');
});
