import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, loadChunk } from '~/lib/chunk';

beforeEach(() => jest.useFakeTimers());

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('a chunk that fails twice is loaded by the third attempt', async () => {
  const load = jest.fn<Promise<string>, []>().mockImplementationOnce(gone).mockImplementationOnce(gone);
  load.mockResolvedValueOnce('module');
  const loading = loadChunk(load);
  await jest.runAllTimersAsync();
  expect(await loading).toBe('module');
});

test('after three failed attempts it raises ChunkLoadError', async () => {
  const load = jest.fn(gone);
  const outcome = expect(loadChunk(load)).rejects.toMatchObject({ name: 'ChunkLoadError', reason: 'missing' });
  await jest.runAllTimersAsync();
  await outcome;
  expect(load).toHaveBeenCalledTimes(3);
});

test('a chunk that never comes raises ChunkLoadError after 120 seconds', async () => {
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  let error: unknown;
  loadChunk(() => new Promise(() => {})).catch((thrown: unknown) => (error = thrown));
  await jest.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(error).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ reason: 'timeout' });
});

test('an offline device gets the error at once', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = jest.fn(gone);
  await expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkLoadError);
  expect(load).toHaveBeenCalledTimes(1);
});

test('every chunk of the pages is loaded by loadChunk, lazyPart, useModule or DialogButton', () => {
  const app = path.join(import.meta.dirname, '../../app');
  const names = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const imports = names.flatMap((name) => {
    const text = readFileSync(path.join(app, name), 'utf8');
    const isLoaded = (line: string) =>
      /\b(loadChunk|lazyPart)\(/.test(line) ||
      (/^const load\w* = \(\) => import\(/.test(line) && /useModule\(load|<DialogButton\s+load=\{load\}/.test(text));
    return text
      .split('\n')
      .filter((line) => /\bimport\(/.test(line))
      .map((line) => ({ name, line, isLoaded: isLoaded(line) }));
  });
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter(({ isLoaded }) => !isLoaded)).toEqual([]);
});
