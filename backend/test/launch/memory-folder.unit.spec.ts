import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MODULE = path.resolve(__dirname, '../../launch/testing/memory-folder.mjs');

const { bavail = 0, bsize = 0 } = existsSync('/dev/shm') ? statfsSync('/dev/shm') : {};
const hasMemory = Math.min(bavail * bsize, os.freemem()) > 7 * 2 ** 30;

/** Runs a process that keeps its temporary files in memory, after a statement. @returns what it answers to `expression` */
function inProcess(expression: string, env: NodeJS.ProcessEnv = {}, before = ''): unknown {
  const script = `import { existsSync, mkdirSync } from 'node:fs';
    import os from 'node:os';
    const { areTemporaryFilesInMemory, keepTemporaryFilesInMemory } = await import(${JSON.stringify(MODULE)});
    ${before}
    keepTemporaryFilesInMemory();
    console.log(JSON.stringify(${expression}));`;
  const options = { env: { ...process.env, TMPDIR: '', ...env }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options));
}

test('a folder for temporary files that is set stays', () => {
  const folder = os.homedir();
  expect(inProcess('[os.tmpdir(), areTemporaryFilesInMemory()]', { TMPDIR: folder })).toEqual([folder, false]);
});

(hasMemory ? test : test.skip)('with memory: temporary files lie there, and end with the process', () => {
  const [folder, existed] = inProcess('[os.tmpdir(), existsSync(os.tmpdir())]') as [string, boolean];
  expect([folder.startsWith('/dev/shm/may-tests-'), existed, existsSync(folder)]).toEqual([true, true, false]);
});

(hasMemory ? test : test.skip)(
  'with memory: the files of a run that was killed go, those of one that runs stay',
  async () => {
    const ended = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => ended.once('exit', resolve));
    const leftover = `/dev/shm/may-tests-${ended.pid}`;
    const own = `/dev/shm/may-tests-${process.pid}`;
    for (const folder of [leftover, own]) mkdirSync(path.join(folder, 'files'), { recursive: true });
    const seen = inProcess(`[existsSync('${leftover}'), existsSync('${own}/files')]`);
    rmSync(own === os.tmpdir() ? path.join(own, 'files') : own, { recursive: true });
    expect(seen).toEqual([false, true]);
  },
);

(hasMemory ? test : test.skip)('with memory: a leftover of the same process id is replaced', () => {
  const leave = "mkdirSync('/dev/shm/may-tests-' + process.pid + '/files', { recursive: true });";
  expect(inProcess("[existsSync(os.tmpdir()), existsSync(os.tmpdir() + '/files')]", {}, leave)).toEqual([true, false]);
});
