import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder('process');

/** Runs a process of the shop. @returns what it printed on standard error, and its exit code */
async function runProcess(start: string) {
  const file = path.join(folder, 'process.mjs');
  await build({
    stdin: {
      contents: `import { runProcess } from './process.ts';
        const failed = () => Object.assign(new Error('duplicate key', { cause: new Error('the first') }), { parameters: ['lan@example.com'], detail: '(lan)' });
        await runProcess(async () => { ${start} });`,
      resolveDir: path.resolve(import.meta.dirname, '../../../src/platform'),
    },
    ...{ outfile: file, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
  });
  const child = spawn(process.execPath, [file], { cwd: process.cwd(), stdio: ['ignore', 'ignore', 'pipe'] });
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { printed, code: code as number };
}

test.each([
  ['an error that nobody has caught', 'void Promise.reject(failed()); return { close: () => new Promise(() => {}) };'],
  [
    'an error of the end',
    "setTimeout(() => process.emit('SIGINT')); return { close: () => Promise.reject(failed()) };",
  ],
])('%s ends the process, and is printed without the values of a statement', async (_, start) => {
  const { printed, code } = await runProcess(start);
  expect([code, printed]).toEqual([1, expect.stringMatching(/^Error: duplicate key\n +at /)]);
  expect(printed).toContain('\nError: the first\n');
  expect(printed).not.toContain('lan');
});

test('a parent that exits just before it is told of the start ends the process without a trace', async () => {
  const { printed, code } = await runProcess(`
    process.connected = true;
    process.send = (_message, sent) => {
      const error = new Error('write EPIPE'); // which Node emits where no callback takes it
      setImmediate(() => (sent ? sent(error) : process.emit('error', error)));
    };
    setTimeout(() => {}, 60_000);
    return { close: async () => {} };`);
  expect({ printed, code }).toEqual({ printed: '', code: 0 });
});
