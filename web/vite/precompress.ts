import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { afterBuild } from './after-build';

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest|map)$/;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Writes a `.br` and a `.gz` beside every text file of the client build, as small as they can be made. */
export const precompress = () =>
  afterBuild('precompress', async (folder) => {
    for (const name of await readdir(folder, { recursive: true })) {
      if (COMPRESSIBLE.test(name)) await compress(join(folder, name));
    }
  });

async function compress(file: string) {
  const bytes = await readFile(file);
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
  await writeFile(`${file}.gz`, await gzip(bytes, { level: 9 }));
}
