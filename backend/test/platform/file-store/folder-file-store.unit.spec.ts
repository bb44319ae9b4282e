import express from 'express';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { StoreUnavailable } from '../../../src/platform/file-store/file-store.js';
import { FolderFileStore } from '../../../src/platform/file-store/folder-file-store.js';

let folder: string;
let server: Server;
/** The outcomes of what was sent. */
let outcomes: Promise<boolean>[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'may-folder-'));
  const store = new FolderFileStore(folder);
  // More than the buffers between the two sockets take.
  await store.write('large.webp', Buffer.alloc(32 * 1024 * 1024));
  const app = express();
  app.get('/:name', (request, response) => {
    outcomes.push(store.send(request, response, request.params.name));
    server.emit('sending');
  });
  server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => (outcomes = []));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (name: string) => get({ port: (server.address() as AddressInfo).port, path: `/${name}` });

test('a volume that is not mounted is no store, and gets no folder', async () => {
  await expect(new FolderFileStore(folder).check()).resolves.toBeUndefined();
  const unmounted = path.join(folder, 'volume/media');
  await expect(new FolderFileStore(unmounted).check()).rejects.toThrow('ENOENT');
  expect(existsSync(unmounted)).toBe(false);
});

test('files are listed folder by folder, so that a list of all does not need them in memory at once', async () => {
  const store = new FolderFileStore(await mkdtemp(path.join(folder, 'listed-')));
  await store.write('a/1', Buffer.alloc(1));
  await store.write('b/1', Buffer.alloc(1));
  const names: string[] = [];
  for await (const { name } of store.list('')) {
    // Into the folder that was not reached yet.
    if (names.length === 0) await store.write(name.startsWith('a') ? 'b/2' : 'a/2', Buffer.alloc(1));
    names.push(name);
  }
  expect(names).toHaveLength(3);
});

test('a caller who leaves during a picture is no error of the shop', async () => {
  const call = ask('large.webp').on('error', () => undefined);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  await once(answer, 'readable');
  call.destroy();
  await expect(outcomes[0]).resolves.toBe(true);
});

test('a caller who leaves before its picture is none either', async () => {
  const call = ask('large.webp').on('error', () => undefined);
  await once(server, 'sending');
  call.destroy();
  await expect(outcomes[0]).resolves.toBe(true);
});

test('a file that is missing is said to be missing', async () => {
  ask('none.webp').on('error', () => undefined);
  await once(server, 'sending');
  await expect(outcomes[0]).resolves.toBe(false);
});

test('files are written while others delete their folder', async () => {
  const store = new FolderFileStore(path.join(folder, 'contested'));
  const removeOften = async () => {
    for (let time = 0; time < 5; time++) await store.remove(['ab/one/320.webp']);
  };
  for (let round = 0; round < 200; round++) {
    await Promise.all([store.write('ab/one/original.webp', Buffer.from('new')), removeOften()]);
    expect(await store.read('ab/one/original.webp')).toEqual(Buffer.from('new'));
    await store.remove(['ab/one/original.webp']);
  }
});

test('a folder that the disk does not open is no missing file: every call says that the store is unavailable', async () => {
  const loop = path.join(folder, 'loop');
  await symlink(loop, loop);
  const store = new FolderFileStore(loop);
  const calls = [
    store.write('ab/one/320.webp', Buffer.from('new')),
    store.read('ab/one/320.webp'),
    store.has('ab/one/320.webp'),
    store.list('ab/one')[Symbol.asyncIterator]().next(),
    store.remove(['ab/one/320.webp']),
  ];
  for (const end of await Promise.allSettled(calls))
    expect(end).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) as unknown });
});

test('a picture that the disk does not read is unavailable, not missing', async () => {
  await symlink('endless.webp', path.join(folder, 'endless.webp'));
  ask('endless.webp').on('error', () => undefined);
  await once(server, 'sending');
  await expect(outcomes[0]).rejects.toThrow(StoreUnavailable);
});
