import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startLauncher, type LauncherRun } from '../support/start-launcher.js';
import { freePort } from '../../launch/processes/ports.mjs';
import { waitUntil } from '../../launch/processes/processes.mjs';
import { NICE } from '../../src/platform/process-priority.js';

/*
 * One shop, as `npm start` runs it, whose processes are killed one after the other; the last test is the last for it.
 */

/** On a busy machine a process takes its time to start. */
const BACK_MS = 60_000;

let dataDir: string;
let run: LauncherRun;
let url: string;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-crash-'));
  run = startLauncher({ BACKEND_PORT: String(await freePort()), DATA_DIR: dataDir });
  url = await run.open;
  await isUp('worker');
}, 240_000);

afterAll(async () => {
  await run.close();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Of a process of the shop; undefined while there is none. @param script how the command ends that runs it */
function pidOf(script: string): number | undefined {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(run.launcher.pid)], { encoding: 'utf8' });
  const line = lines.split('\n').find((one) => one.trimEnd().endsWith(script));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}
const SCRIPTS = { worker: '/backend/worker.js', backend: '/backend/main.js', web: '/web/server.js' };

async function isUp(part: keyof typeof SCRIPTS): Promise<void> {
  if (!(await waitUntil(() => pidOf(SCRIPTS[part]) !== undefined, BACK_MS)))
    throw new Error(`No ${part}:\n${run.words()}`);
}

/** Kills a process as a crash does, and waits until it is gone. */
async function kill(part: keyof typeof SCRIPTS): Promise<void> {
  await isUp(part);
  const pid = pidOf(SCRIPTS[part]) ?? NaN;
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => pidOf(SCRIPTS[part]) !== pid, BACK_MS);
}

/** Waits for a line of the launcher that was not there before `since`. */
async function says(sentence: string, since = 0): Promise<void> {
  const isSaid = await waitUntil(() => run.words().includes(sentence, since), BACK_MS);
  if (!isSaid) throw new Error(`It did not say "${sentence}":\n${run.words()}`);
}

const statusOf = async (page: string): Promise<number> => {
  const { status, body } = await fetch(url + page);
  await body?.cancel();
  return status;
};
const isReady = async () => (await statusOf('/readyz')) === 200;

test('payments go first: the backend has priority over the web server, which has priority over the worker', async () => {
  const priorities = () => PARTS.map((part) => priorityOf(pidOf(SCRIPTS[part]) ?? NaN));
  await waitUntil(() => priorities().at(-1)?.nice !== 0, BACK_MS); // The worker may only just begin.
  expect(priorities()).toEqual(
    [0, NICE.web, NICE.worker].map((nice) => ({ nice, session: hasGroups ? nice : undefined })),
  );
});
const PARTS = ['backend', 'web', 'worker'] as const;

/** Whether Linux shares the processor out by sessions. */
const hasGroups = existsSync('/proc/self/autogroup');
/** Of a process, and of its session. */
const priorityOf = (pid: number) => ({
  nice: os.getPriority(pid),
  session: hasGroups ? Number(readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' nice ')[1]) : undefined,
});

/** The priority of a process that runs so and lowers it to 12. @param command `node`, or what runs it */
function afterLowering(...command: string[]): number {
  const module = path.resolve(import.meta.dirname, '../../../dist/backend/src/platform/process-priority.js');
  const script = `import os from 'node:os';
    import { lowerPriority } from ${JSON.stringify(module)};
    lowerPriority(12);
    console.log(os.getPriority());`;
  const [file = '', ...args] = [...command, '--input-type=module', '-e', script];
  return Number(execFileSync(file, args, { encoding: 'utf8' }));
}

test('a process leaves the priority of a session alone that others began', () => {
  const before = priorityOf(process.pid).session;
  expect(afterLowering(process.execPath)).toBe(12);
  expect(priorityOf(process.pid).session).toBe(before);
});

test('a process that was started with a lower priority keeps it', () => {
  expect(afterLowering('nice', '-n', '15', process.execPath)).toBe(15);
});

test('a worker that dies is started again, and the shop goes on meanwhile', async () => {
  await kill('worker');
  await says('The worker was ended by SIGKILL; its last words are above. It starts again.');
  expect(await statusOf('/readyz')).toBe(200);
  expect(await statusOf('/')).toBe(200);
  await says('The worker works again.');
});

test('without the backend cached pages are served and others answer 503, until it is back', async () => {
  expect(await statusOf('/')).toBe(200);
  await kill('backend');
  await kill('backend');
  await says('The backend was ended by SIGKILL; its last words are above. It starts again in 1 s.');
  expect(await statusOf('/')).toBe(200);
  const page = await fetch(`${url}/search?page=2`);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  const html = await page.text();
  expect(html).toMatch(/<a href="\/search\?page=2"[^>]*>Thử lại</);
  expect(html).not.toContain('Unexpected Application Error!');
  const call = await fetch(`${url}/api/products/`);
  expect([call.status, call.headers.get('content-type')]).toEqual([503, 'application/json; charset=utf-8']);
  await says('The backend works again.');
  expect(await waitUntil(isReady, BACK_MS)).toBe(true);
  expect(await statusOf('/search')).toBe(200);
});

test('an embedded PostgreSQL that is killed is up again without a hand', async () => {
  process.kill(
    Number(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  );
  await says('The database is gone. It starts again.');
  await says('The database works again.');
  expect(await waitUntil(isReady, BACK_MS)).toBe(true);
  const reply = await fetch(`${url}/auth/users/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'khach-sau', email: 'khach-sau@example.com', password: 'mat-khau-123' }),
  });
  expect(reply.status).toBe(201);
});

test('three deaths within a minute end all of it, with the reason', async () => {
  const before = run.words().length;
  for (const _death of [1, 2, 3]) await kill('web');
  expect((await run.end).code).toBe(1);
  // Log lines of the processes that end may follow.
  expect(run.words().replace(/^\{.*\n/gm, '')).toMatch(
    /The web server died three times within a minute, so the shop stops; its last words are above\.\n$/,
  );
  expect(run.words().slice(before)).toContain('It starts again in 1 s.');
});
