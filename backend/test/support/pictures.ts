import { build } from 'esbuild';
import path from 'node:path';
import sharp from 'sharp';
import type { Compared } from '../../src/search/image/compare.js';
import { ImageEngine } from '../../src/search/image/engine.js';
import { unpackDescription } from '../../src/search/image/pack.js';
import type { Peer } from '../../src/platform/threads/peer-client.js';
import { BOARD } from '../../../demo/drawing/cloth/geometry.js';
import { CUTS } from '../../../demo/drawing/cuts.js';
import type { CutName } from '../../../demo/drawing/cuts.js';
import type { Cloth } from '../../../demo/drawing/cloth/garment.js';
import type { Hex } from '../../../demo/drawing/cloth/color.js';
import { lightOf, sceneSvg } from '../../../demo/drawing/picture.js';
import type { LightCache } from '../../../demo/drawing/picture.js';
import { temporaryFolder } from './temporary-folder.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
export const PICTURE_WEIGHTS = path.join(ROOT, 'ai/weights');

/** Bundles a source of the backend and its imports into one file that Node can run anywhere. */
export async function buildForNode(source: string, outfile: string): Promise<void> {
  const library = path.join(ROOT, 'node_modules/sharp/dist/index.mjs');
  const runtime = path.join(ROOT, 'node_modules/onnxruntime-node/dist/index.js');
  await build({
    entryPoints: [path.join(ROOT, source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: { 'onnxruntime-node': runtime, sharp: library },
    external: [runtime, library],
  });
}

/** An engine for the tests of one file, with its process built from the sources. */
export function openPictureEngine(weights = PICTURE_WEIGHTS): () => ImageEngine {
  const folder = temporaryFolder('pictures');
  let engine: ImageEngine;
  beforeAll(async () => {
    const program = path.join(folder, 'describe.mjs');
    await buildForNode('backend/src/search/image/describe-process.ts', program);
    engine = await ImageEngine.open({ program, weights });
  });
  afterAll(() => engine.close());
  return () => engine;
}

/** Ends an engine's process, as a crash would. */
export async function endPeer(engine: object): Promise<void> {
  let inside = engine as { process?: object; describing?: object; peer?: Peer };
  for (let next; (next = inside.process ?? inside.describing);) inside = next;
  await inside.peer!.end();
}

/** Describes a picture and reads the description as a comparison does. */
export const lookAt = async (engine: ImageEngine, bytes: Buffer): Promise<Compared> =>
  unpackDescription(await engine.embedImage(bytes))!;

const lights: LightCache = new Map();

/** A garment drawn like the demo shop's, as a JPEG of 450 × 600. */
export async function drawnGarment(cut: CutName, cloth: Cloth, ground: Hex = '#ece5d9'): Promise<Buffer> {
  const window = { x: 0, y: 0, width: BOARD.width, height: (BOARD.width * 4) / 3 };
  const scene = { pieces: [{ garment: CUTS[cut].front, cloth }], window, ground };
  const svg = sceneSvg(scene, await lightOf(scene, lights), 450);
  return sharp(Buffer.from(svg), { unlimited: true }).flatten({ background: ground }).jpeg({ quality: 90 }).toBuffer();
}
