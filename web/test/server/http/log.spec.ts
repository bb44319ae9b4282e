/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { readSettings } from '../../../server/settings';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
let folder: string;
let program: string;

beforeAll(async () => {
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, '.cache/log-')); // below the project, for its packages
  program = path.join(folder, 'log.mjs');
  const contents = `
    import { logError, logWarning, setLogLevel } from './web/server/http/log';
    import { readSettings } from './web/server/settings';
    const { logLevel } = readSettings(process.env);
    setLogLevel(logLevel);
    logWarning('a warning');
    logError(new Error('an error'), 'the-request');`;
  const entry = { stdin: { contents, resolveDir: ROOT, loader: 'ts' as const }, outfile: program };
  await build({ ...entry, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a web server with these settings logs of a warning and an error. */
function logged(settings: Partial<NodeJS.ProcessEnv>): string[] {
  const env = {
    NODE_ENV: 'development' as const,
    PATH: process.env.PATH,
    BACKEND_URL: 'http://127.0.0.1:1',
    ...settings,
  };
  const lines = execFileSync(process.execPath, [program], { cwd: os.tmpdir(), env, encoding: 'utf8' }).split('\n');
  return lines.filter(Boolean).map((line) => (JSON.parse(line) as { msg: string }).msg);
}

test.each<[string, Partial<NodeJS.ProcessEnv>, string[]]>([
  ['LOG_LEVEL=error leaves warnings out', { LOG_LEVEL: 'error' }, ['an error']],
  ['LOG_LEVEL=silent leaves everything out', { LOG_LEVEL: 'silent' }, []],
  ['without it warnings and errors are logged', {}, ['a warning', 'an error']],
])('%s', (_, settings, messages) => {
  expect(logged(settings)).toEqual(messages);
});

test('a level that does not exist stops the start with a sentence', () => {
  const settings = { NODE_ENV: 'development' as const, BACKEND_URL: 'http://127.0.0.1:1', LOG_LEVEL: 'loud' };
  expect(() => readSettings(settings)).toThrow(
    'LOG_LEVEL is "loud" but must be trace, debug, info, warn, error or silent',
  );
});
