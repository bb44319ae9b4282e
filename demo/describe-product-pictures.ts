import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DESCRIPTIONS_FILE, type DemoDescriptions } from '../backend/src/demo/descriptions.js';
import { PICTURES_FOLDER, listPictures, pictureHash } from '../backend/src/demo/catalogue/pictures.js';
import { ImageEngine } from '../backend/src/search/image/engine.js';

/**
 * Has the built-in engine describe the pictures of all demo products, and writes `descriptions.json` beside them.
 * @throws Error when its network cannot be loaded
 */
export async function describeProductPictures(): Promise<void> {
  const engine = await ImageEngine.open();
  try {
    if (engine.fallback) throw new Error(`The pictures cannot be described: ${engine.why}`);
    const descriptions: DemoDescriptions = { engine: engine.name, pictures: {} };
    for (const { name } of Object.values((await listPictures()).products).flat()) {
      const original = await readFile(path.join(PICTURES_FOLDER, `${name}.webp`));
      const { parts } = await engine.embedImage(original);
      descriptions.pictures[pictureHash(original)] = Buffer.from(parts ?? []).toString('base64');
    }
    await writeFile(DESCRIPTIONS_FILE, `${JSON.stringify(descriptions, null, 2)}\n`);
  } finally {
    await engine.close();
  }
}
