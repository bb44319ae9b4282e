import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { avatarSvg, heroSvg, shareSvg, signSvg } from './drawing/hero.js';

// Draws the pictures that the pages themselves need, into the folder given: node …/draw-site.js web/public/images
const [, , folder = 'web/public/images'] = process.argv;
await mkdir(folder, { recursive: true });
const keep = (name: string, bytes: Buffer | string) => writeFile(path.join(folder, name), bytes);

const hero = await sharp(Buffer.from(await heroSvg(1600)), { unlimited: true })
  .removeAlpha()
  .png()
  .toBuffer();
for (const width of [640, 1280]) {
  const sized = sharp(hero).resize({ width });
  await keep(`hero-${width}.avif`, await sized.clone().avif({ quality: 55, effort: 6 }).toBuffer());
  await keep(`hero-${width}.webp`, await sized.clone().webp({ quality: 78, effort: 6 }).toBuffer());
}
const shown = `data:image/jpeg;base64,${(await sharp(hero).resize({ width: 900 }).jpeg({ quality: 92 }).toBuffer()).toString('base64')}`;
await keep(
  'share.jpg',
  await sharp(Buffer.from(shareSvg(shown)), { unlimited: true })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer(),
);
await keep('sample.png', await sharp(Buffer.from(avatarSvg())).png({ palette: true }).toBuffer());
await keep('favicon.svg', signSvg());
await keep(
  'apple-touch-icon.png',
  await sharp(Buffer.from(signSvg(180)))
    .png({ palette: true })
    .toBuffer(),
);
