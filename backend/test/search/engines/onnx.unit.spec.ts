import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { EngineUnavailable } from '../../../src/search/engines/engine-unavailable.js';
import { OnnxEngine } from '../../../src/search/engines/onnx/onnx.js';
import { dot } from '../../../src/search/image/features/pixels.js';
import { buildForNode, endPeer } from '../../support/pictures.js';
import { BOTH, MASKED_WORDS, PICTURES, PREPROCESSOR, WORDS, modelFolder, writeModel } from './onnx-models.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const built = temporaryFolder('onnx');
const program = path.join(built, 'model.mjs');
const opened: OnnxEngine[] = [];

beforeAll(() => buildForNode('backend/src/search/engines/onnx/onnx-process.ts', program));
afterEach(() => Promise.all(opened.splice(0).map((engine) => engine.close())));

async function open(folder: string): Promise<OnnxEngine> {
  const engine = await OnnxEngine.open(folder, program);
  opened.push(engine);
  return engine;
}

const TWO = { 'vision_model.onnx': PICTURES, 'text_model.onnx': MASKED_WORDS };

function plain(background: string, width = 40, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

const close = (vector: Float32Array | null, expected: number[]) => {
  const length = Math.hypot(...expected);
  expect(vector).toHaveLength(expected.length);
  vector!.forEach((value, i) => expect(value).toBeCloseTo(expected[i]! / length, 2));
};

describe('a model of two files', () => {
  test('has pictures and words in one space', async () => {
    const engine = await open(modelFolder(TWO));
    expect(engine).toMatchObject({
      dimensions: 4,
      fallback: false,
      name: expect.stringMatching(/^onnx:small@[0-9a-f]{12}$/),
    });
    const red = await engine.embedImage(await plain('#d01010'));
    const blue = await engine.embedImage(await plain('#1010d0'));
    const word = await engine.embedText('Đỏ');
    expect(red.parts).toBeNull();
    close(red.vector, [0xd0, 0x10, 0x10, 0]);
    close(word, [1, 0, 0, 0]);
    expect(dot(word!, red.vector)).toBeGreaterThan(dot(word!, blue.vector) + 0.5);
  });

  test('answers many at once, each its own', async () => {
    const engine = await open(modelFolder(TWO));
    const shades = Array.from({ length: 12 }, (_, i) => [255 - i * 20, i * 20, 40]);
    const pictures = await Promise.all(shades.map(([r, g, b]) => plain(`rgb(${r},${g},${b})`)));
    const described = await Promise.all(pictures.map((bytes) => engine.embedImage(bytes)));
    described.forEach(({ vector }, i) => close(vector, [...shades[i]!, 0]));
  });

  test('is of another name when anything in it is another', async () => {
    const folder = modelFolder(TWO);
    const { name } = await open(folder);
    expect((await open(modelFolder(TWO))).name).toBe(name);
    writeModel(folder, { 'preprocessor_config.json': { ...PREPROCESSOR, resample: 2 } });
    expect((await open(folder)).name).not.toBe(name);
  });

  test('is not taken for the one before it when it was exchanged under a process that ended', async () => {
    const folder = modelFolder(TWO);
    const engine = await open(folder);
    await endPeer(engine);
    close(await engine.embedText('đỏ'), [1, 0, 0, 0]);
    await endPeer(engine);
    writeModel(folder, { 'preprocessor_config.json': { ...PREPROCESSOR, resample: 2 } });
    await expect(engine.embedText('đỏ')).rejects.toThrow(EngineUnavailable);
    await expect(engine.embedImage(await plain('#d01010'))).rejects.toThrow(/start the shop again/);
  });

  test('answers what it was asked before it ends', async () => {
    const engine = await open(modelFolder(TWO));
    const embeddings = Promise.all(['đỏ', 'xanh', 'lá'].map((word) => engine.embedText(word)));
    await engine.close();
    expect(await embeddings).toHaveLength(3);
  });

  test('is refused at once while it is silent', async () => {
    const silent = path.join(built, 'silent.mjs');
    const about = { name: 'onnx:silent', dimensions: 4, framing: null, supportsText: true };
    writeFileSync(
      silent,
      `process.on('message', ({ id, request }) => {
         if (request.about) process.send({ id, result: ${JSON.stringify(about)} });
       });`,
    );
    const engine = await OnnxEngine.open(built, silent, 100);
    opened.push(engine);
    await expect(engine.embedText('đỏ')).rejects.toThrow('The model did not answer for 0.1 s');
    await expect(engine.embedText('xanh')).rejects.toThrow('The model does not answer');
  });

  test('refuses what is no picture as the shop does', async () => {
    const engine = await open(modelFolder(TWO));
    await expect(engine.embedImage(Buffer.from('<svg/>'))).rejects.toMatchObject({ status: 415 });
    await expect(engine.embedImage(Buffer.alloc(11_000_000))).rejects.toMatchObject({ status: 413 });
  });
});

describe('what a model is given', () => {
  test('without an attention mask every position is filled, and a longer text is cut', async () => {
    const engine = await open(modelFolder({ ...TWO, 'text_model.onnx': WORDS }));
    // Of eight places one is the word, two begin and end, five are filled.
    close(await engine.embedText('xanh'), [0, 0, 1, 5]);
    close(await engine.embedText('xanh lá'), [0, 2, 0, 4]);
    close(await engine.embedText('lạ '.repeat(3) + 'đỏ '.repeat(9)), [3, 0, 0, 6]);
    close(await engine.embedText(''), [0, 0, 0, 6]);
  });

  test('all positions of the model are filled, whatever length its tokenizer states', async () => {
    const fixed = { ...WORDS, inputs: { input_ids: ['batch', 5] } };
    const engine = await open(modelFolder({ ...TWO, 'text_model.onnx': fixed }));
    close(await engine.embedText('đỏ'), [1, 0, 0, 2]);
    close(await engine.embedText('đỏ đỏ đỏ đỏ đỏ'), [3, 0, 0, 0]);
  });

  test('pictures are shifted and scaled as it wants', async () => {
    const preprocessor = { ...PREPROCESSOR, image_mean: [0.5, 0, 0], image_std: [0.5, 1, 0.25] };
    const engine = await open(modelFolder({ ...TWO, 'preprocessor_config.json': preprocessor }));
    const { vector } = await engine.embedImage(await plain('rgb(0,102,51)'));
    close(vector, [-1, 0.4, 0.8, 0]);
  });

  test('its middle is cut out of a picture, or it is stretched', async () => {
    // A third each of red, green and blue, side by side.
    const stripes = await sharp(await plain('#00ff00', 90, 30))
      .composite([
        { input: await plain('#ff0000', 30, 30), left: 0, top: 0 },
        { input: await plain('#0000ff', 30, 30), left: 60, top: 0 },
      ])
      .png()
      .toBuffer();
    const cut = {
      ...PREPROCESSOR,
      do_center_crop: true,
      size: { shortest_edge: 8 },
      crop_size: { height: 8, width: 8 },
    };
    const old = { ...PREPROCESSOR, do_center_crop: true, size: 16, crop_size: 8 };
    const stretching = await open(modelFolder(TWO));
    close((await stretching.embedImage(stripes)).vector, [1, 1, 1, 0]);
    for (const preprocessor of [cut, old]) {
      const cutting = await open(modelFolder({ ...TWO, 'preprocessor_config.json': preprocessor }));
      const { vector } = await cutting.embedImage(stripes);
      expect(vector[1]!).toBeGreaterThan(0.98);
    }
  });
});

test('one file may have both towers, and lie in the folder onnx', async () => {
  const engine = await open(modelFolder({ 'onnx/model.onnx': BOTH }));
  close((await engine.embedImage(await plain('#d01010'))).vector, [0xd0, 0x10, 0x10, 0]);
  close(await engine.embedText('xanh'), [0, 0, 1, 5]);
});

test('a model for pictures only does not support text', async () => {
  const engine = await open(modelFolder({ 'model.onnx': PICTURES }));
  expect(await engine.embedText('đỏ')).toBeNull();
  close((await engine.embedImage(await plain('#1010d0'))).vector, [0x10, 0x10, 0xd0, 0]);
});

describe('the error names what is wrong with a model', () => {
  test.each<[string, Parameters<typeof modelFolder>[0], RegExp]>([
    ['no model', {}, /Neither vision_model\.onnx nor model\.onnx/],
    ['no description of its pictures', { ...TWO, 'preprocessor_config.json': '' }, /preprocessor_config\.json/],
    ['a description of another kind', { ...TWO, 'preprocessor_config.json': { size: { longest_edge: 9 } } }, /size/],
    [
      'a crop larger than the picture',
      {
        ...TWO,
        'preprocessor_config.json': { ...PREPROCESSOR, do_center_crop: true, size: { shortest_edge: 4 }, crop_size: 8 },
      },
      /crop_size/,
    ],
    [
      'pictures of another size',
      { ...TWO, 'preprocessor_config.json': { ...PREPROCESSOR, size: 16 } },
      /vision_model\.onnx: Got invalid dimensions/,
    ],
    ['a file that is no model', { ...TWO, 'vision_model.onnx': 'not a model' }, /vision_model\.onnx: /],
    ['a tokenizer that is none', { ...TWO, 'tokenizer.json': '{' }, /tokenizer\.json cannot be read/],
    ['no tower of pictures', { 'model.onnx': WORDS }, /takes pixel_values/],
    [
      'an unknown input',
      {
        ...TWO,
        'text_model.onnx': { ...WORDS, inputs: { ...WORDS.inputs, bbox: ['batch', 4] } },
      },
      /text_model\.onnx requires bbox/,
    ],
    [
      'towers that do not belong together',
      {
        ...TWO,
        'text_model.onnx': {
          ...WORDS,
          outputs: { text_embeds: ['batch', 3] },
          floats: { meanings: { shape: [7, 3], values: Array.from({ length: 21 }, (_, i) => i) } },
        },
      },
      /4 numbers, its words 3/,
    ],
    [
      'an answer that is no vector',
      {
        ...TWO,
        'vision_model.onnx': { ...PICTURES, steps: PICTURES.steps.slice(0, 1), outputs: { means: ['batch', 3, 1, 1] } },
      },
      /vision_model\.onnx: means is float32 of 1 × 3 × 1 × 1/,
    ],
  ])('%s', async (_case, files, why) => {
    const opening = OnnxEngine.open(modelFolder(files), program);
    await expect(opening).rejects.toThrow(EngineUnavailable);
    await expect(opening).rejects.toThrow(why);
  });

  test('no folder, and no program', async () => {
    await expect(OnnxEngine.open('/nowhere/model', program)).rejects.toThrow('There is no folder /nowhere/model');
    await expect(OnnxEngine.open(modelFolder(TWO), '/nowhere/model.js')).rejects.toThrow(EngineUnavailable);
  });
});
