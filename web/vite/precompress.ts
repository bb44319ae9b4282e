import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest|map)$/;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Writes a `.br` and a `.gz` beside every text file of the client build, as small as they can be made. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      // Remix writes the browser's manifest with the server's build, which comes last.
      folder = config.build.ssr ? join(config.build.outDir, '../client') : '';
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!folder) return;
        for (const name of await readdir(folder, { recursive: true })) {
          if (COMPRESSIBLE.test(name)) await compress(join(folder, name));
        }
      },
    },
  };
}

async function compress(file: string) {
  const bytes = await readFile(file);
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
  await writeFile(`${file}.gz`, await gzip(bytes, { level: 9 }));
}
