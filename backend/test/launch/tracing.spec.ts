import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../../launch/postgres/embedded-postgres.mjs';
import { AiSearchAnswer } from '../../src/contract/search/ai-search.js';
import { startLauncher, type LauncherRun } from '../support/start-launcher.js';
import { OtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.js';
import { until } from '../support/until.js';

const NOTE_MODULES = path.join(import.meta.dirname, 'note-modules.mjs');

let dataDir: string;
let run: LauncherRun | undefined;
let receiver: OtlpReceiver;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-tracing-'));
  receiver = new OtlpReceiver();
});
afterEach(async () => {
  await run?.close();
  receiver.close();
  if (existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))) {
    await (await startEmbeddedPostgres({ dataDir })).stop();
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the built shop as `npm start` does, and notes the modules that its processes load. @returns its address */
function start(env: NodeJS.ProcessEnv): Promise<string> {
  run = startLauncher({
    NODE_OPTIONS: `--import=${NOTE_MODULES}`,
    NOTED_MODULES: path.join(dataDir, 'modules'),
    DATA_DIR: dataDir,
    ...env,
  });
  return run.open;
}

/** The modules that the shop's processes have loaded. */
const modules = () => readFileSync(path.join(dataDir, 'modules'), 'utf8').trim().split('\n');

/** The sides whose processes have loaded the SDK of OpenTelemetry, in whatever file the build has put it. */
function tracingSides(): string[] {
  const files = [...new Set(modules())].filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  const withSdk = files.filter((file) => readFileSync(file, 'utf8').includes('Context Key SUPPRESS_TRACING'));
  return withSdk.map((file) => /\/(web|backend)\/shared\//.exec(file)?.[1] ?? file).sort();
}

/** Searches by words. @returns the id of the request; undefined when the worker, which may still be starting, did not answer */
async function searchOnce(url: string): Promise<string | undefined> {
  const reply = await fetch(`${url}/api/ai-search/text/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'áo thun của Nguyễn Văn A' }),
  });
  const { fallback } = AiSearchAnswer.parse(await reply.json());
  return fallback ? undefined : (reply.headers.get('x-request-id') ?? undefined);
}

/** The spans from one up to the first of its trace, with their processes. */
const pathTo = (span: ReceivedSpan) => receiver.pathTo(span).map(({ service, name }) => `${String(service)}: ${name}`);

test('a page and a search are one trace each, from the web server to the worker, and stopping sends what waits', async () => {
  const url = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: await receiver.open() });
  const page = await fetch(`${url}/`);
  await page.text();
  const id = await until('the worker has answered a search', () => searchOnce(url), 60_000);
  await run?.close();

  const [, pageTrace] = /00-(\w+)-/.exec(page.headers.get('server-timing') ?? '') ?? [];
  // Of a table: a page also waits for the changes of the catalogue, with a statement that has none.
  const statementOf = (trace: string | undefined) =>
    receiver.spans.find(
      ({ name, attributes, traceId }) =>
        traceId === trace && attributes['db.system.name'] === 'postgresql' && name.includes(' '),
    )!;
  expect(pathTo(statementOf(pageTrace))).toEqual([
    expect.stringMatching(/^may-backend: (SELECT|WITH) /),
    expect.stringMatching(/^may-backend: GET \/api\//),
    'may-web: render page',
    'may-web: GET (page) home',
  ]);

  const work = receiver.spans.find(
    ({ name, attributes }) => /^process /.test(name) && attributes['may.request.id'] === id,
  )!;
  expect(pathTo(work)).toEqual([
    expect.stringMatching(/^may-worker: process /),
    expect.stringMatching(/^may-backend: add /),
    'may-backend: POST /api/ai-search/text',
    'may-web: POST',
    'may-web: POST /api/ai-search/text/',
  ]);
  const ids = receiver.pathTo(work).map(({ attributes }) => attributes['may.request.id']);
  expect(ids).toEqual([id, id, id, undefined, id]);
  expect(statementOf(work.traceId)).toBeDefined();
  expect(JSON.stringify(receiver.spans)).not.toMatch(/Nguy|thun/);
  expect(tracingSides()).toEqual(['backend', 'web']);
});

test('without a collector no process loads anything of OpenTelemetry', async () => {
  const url = await start({ OTEL_TRACES_SAMPLER: 'always_on' });
  const page = await fetch(`${url}/`);
  expect([page.status, page.headers.get('server-timing')]).toEqual([200, null]);
  await run?.close();
  expect(modules().filter((url) => /\/(main|worker|server)\.js$/.test(url))).toHaveLength(3);
  expect(tracingSides()).toEqual([]);
});
