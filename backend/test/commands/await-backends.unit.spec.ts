import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { awaitBackends } from '../../src/commands/deploys/await-backends.js';

let server: Server;
let url: string;
let answers: (string | undefined)[];

beforeEach(async () => {
  answers = [];
  jest.spyOn(console, 'log').mockImplementation();
  server = createServer((_, response) => {
    const version = answers.length > 1 ? answers.shift() : answers[0];
    response.end(version === undefined ? 'no JSON' : JSON.stringify({ status: 'ok', version }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

test('a web server waits until no backend of an earlier release answers', async () => {
  answers = ['0.10.0', '0.9.0', '0.10.0', '0.9.0', '0.10.0'];
  await awaitBackends(url, { version: '0.10.0', pauseMs: 1 });
  expect(answers).toEqual(['0.10.0']);
  expect(jest.mocked(console.log).mock.calls).toEqual([[expect.stringContaining('release 0.9.0 still answers')]]);
});

test.each<[string, string | undefined]>([
  ['of its own release', '0.10.0'],
  ['of a later release, as when it goes back', '0.11.0'],
  ['that says no release', undefined],
])('a web server waits for no backend %s', async (_, version) => {
  answers = [version];
  await awaitBackends(url, { version: '0.10.0' });
  expect(console.log).not.toHaveBeenCalled();
});

test('a web server waits for a release candidate of its release, and one for an earlier one', async () => {
  answers = ['0.10.0-rc.2', '0.10.0'];
  await awaitBackends(url, { version: '0.10.0', pauseMs: 1 });
  answers = ['0.10.0-rc.2', '0.10.0-rc.10'];
  await awaitBackends(url, { version: '0.10.0-rc.10', pauseMs: 1 });
  answers = ['0.10.0'];
  await awaitBackends(url, { version: '0.10.0-rc.10' });
  expect(console.log).toHaveBeenCalledTimes(2);
});

test('a web server without a release number waits for nothing, and says so', async () => {
  answers = ['0.1.0'];
  await awaitBackends(url, { version: 'sources' });
  expect(jest.mocked(console.log).mock.calls).toEqual([[expect.stringContaining('waits for nothing')]]);
});

test('a web server waits by the number of this release, which package.json says where nothing is bundled', async () => {
  const { version } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  answers = ['0.0.1', version];
  await awaitBackends(url, { pauseMs: 1 });
  expect(jest.mocked(console.log).mock.calls).toEqual([[expect.stringContaining(`web server of ${version} waits`)]]);
});

test('backends that never answer hold a web server up once, not for each question', async () => {
  const asked: unknown[] = [];
  server.removeAllListeners('request').on('request', (request) => asked.push(request));
  await awaitBackends(url, { version: '0.10.0', answerMs: 500 });
  expect(asked.length).toBeGreaterThan(1);
  server.closeAllConnections();
});

test('without any backend a web server starts at once', async () => {
  await awaitBackends('http://127.0.0.1:1', { version: '0.10.0' });
  expect(console.log).not.toHaveBeenCalled();
});
