import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { loadSharp, openUpright } from './sharp.js';

// Makes one picture small: takes it from standard input and writes a PNG, as cheap to write as to read, to standard output. A
// process of its own gives back all the memory that it took when it ends.
const side = Number(process.argv[2]);
// When the machine runs out of memory, this is what it ends first, not the shop.
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '1000');
const picture = openUpright(await loadSharp(), await buffer(process.stdin));
const small = await picture
  .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  .png({ compressionLevel: 0 })
  .toBuffer();
process.stdout.write(small);
