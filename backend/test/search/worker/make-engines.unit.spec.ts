import type { Engine } from '../../../src/search/engines/engine.js';
import { makeEngines } from '../../../src/search/worker/make-engines.js';
import { Config } from '../../../src/platform/config/config.js';
import { drawnGarment } from '../../support/pictures.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const DATA_DIR = temporaryFolder('engines');
const opened: Engine[] = [];
afterEach(() => Promise.all(opened.splice(0).map((engine) => engine.close())));

async function make(settings: NodeJS.ProcessEnv): Promise<Engine[]> {
  const engines = await makeEngines(
    Config.from({ DATABASE_URL: 'postgres://shop@127.0.0.1/shop', DATA_DIR, ...settings }),
  );
  opened.push(...engines);
  return engines;
}

test("the shop's own engine is the only one unless another is set up", async () => {
  const [builtin, ...others] = await make({});
  expect(builtin!.name).toMatch(/^builtin-/);
  expect(others).toEqual([]);
});

test("a service comes first, the shop's own engine after it", async () => {
  const engines = await make({
    AI_SEARCH_PROVIDER: 'openai',
    AI_SEARCH_URL: 'http://127.0.0.1:9/v1',
    AI_SEARCH_EMBEDDING_MODEL: 'words',
    AI_SEARCH_VISION_MODEL: 'eyes',
  });
  expect(engines.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^openai:words\+eyes@/),
    expect.stringMatching(/^builtin-/),
  ]);
});

test("in the place of a model that is not there the shop's own engine answers, and says why", async () => {
  const [builtin] = await make({});
  const [standIn, ...others] = await make({ AI_SEARCH_PROVIDER: 'onnx', AI_SEARCH_MODEL_DIR: DATA_DIR + '/none' });
  expect(others).toEqual([]);
  const { name, dimensions } = builtin!;
  expect(standIn).toMatchObject({ name, dimensions, fallback: true, why: expect.stringMatching(/none|onnx-process/) });
  const tee = await drawnGarment('tee', { base: '#b2262e' });
  expect(await standIn!.embedImage(tee, 'search')).toEqual(await builtin!.embedImage(tee, 'search'));
  expect(await standIn!.embedText('áo')).toBeNull();
});
