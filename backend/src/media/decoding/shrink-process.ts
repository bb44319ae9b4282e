import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { loadSharp, openUpright } from './sharp.js';

// Scales one picture down: reads it from standard input and writes a PNG, uncompressed for speed, to standard output. The
// process returns all its memory when it ends.
const side = Number(process.argv[2]);
// When the machine runs out of memory, the kernel kills this process first, not the shop.
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '1000');
const picture = openUpright(await loadSharp(), await buffer(process.stdin));
const small = await picture
  .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  .png({ compressionLevel: 0 })
  .toBuffer();
process.stdout.write(small);
