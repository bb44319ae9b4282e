import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { iconSprite } from './drawing/icons.js';
import { avatarSvg, heroSvg, shareSvg, signSvg } from './drawing/hero.js';

const FOLDER = path.resolve('web/public/images');

/** Draws the pictures that pages contain themselves: hero, share picture, sample avatar, icons. */
export async function drawSitePictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const hero = await sharp(Buffer.from(await heroSvg(1600)), { unlimited: true })
    .removeAlpha()
    .png()
    .toBuffer();
  for (const width of [640, 800, 960, 1120, 1280]) {
    const sized = sharp(hero).resize({ width });
    await write(`hero-${width}.avif`, await sized.clone().avif({ quality: 55, effort: 6 }).toBuffer());
    await write(`hero-${width}.webp`, await sized.clone().webp({ quality: 78, effort: 6 }).toBuffer());
  }
  const shown = `data:image/jpeg;base64,${(await sharp(hero).resize({ width: 900 }).jpeg({ quality: 92 }).toBuffer()).toString('base64')}`;
  await write(
    'share.jpg',
    await sharp(Buffer.from(shareSvg(shown)), { unlimited: true })
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer(),
  );
  await write('sample.png', await sharp(Buffer.from(avatarSvg())).png({ palette: true }).toBuffer());
  await write('category-icons.svg', iconSprite());
  await write('favicon.svg', signSvg());
  await write(
    'apple-touch-icon.png',
    await sharp(Buffer.from(signSvg(180)))
      .png({ palette: true })
      .toBuffer(),
  );
}

const write = (name: string, bytes: Buffer | string) => writeFile(path.join(FOLDER, name), bytes);
