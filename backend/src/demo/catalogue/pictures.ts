import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { DemoColor } from './colors-and-sizes.js';
import { projectFolder } from '../../platform/threads/built-file.js';

/** Stores pictures: the media store, or any store that keys files by the picture's hash. */
export interface PictureFiles {
  write(hash: string, name: string, bytes: Buffer): Promise<void>;
}

/** A row of the table `media`. */
export interface PictureRow {
  hash: string;
  mime: 'image/webp';
  width: number;
  height: number;
  color: string;
}

/** A picture in the folder of pictures: `<name>.webp` in full size and for a main one `<name>-320.webp`, 320 pixels wide. */
export interface DemoPicture {
  name: string;
  width: number;
  height: number;
  /** The colour of its background, shown while it loads. */
  color: string;
  hasPreview: boolean;
  /** The colour that a picture of a product shows. */
  shows?: DemoColor;
}

/** A stored picture and the colour that it shows. */
export interface StoredPicture {
  row: PictureRow;
  shows?: DemoColor;
}

/** Pictures by the name of a product (the main one first), and by the key of a category or a brand. */
export type PicturesOf<Picture> = Record<'products' | 'categories' | 'brands', Record<string, Picture[]>>;

/** The pictures that `npm run demo:draw` drew. */
export const PICTURES_FOLDER = path.join(projectFolder(), 'demo/pictures');

/** Reads the list of the demo's pictures. */
export async function listPictures(): Promise<PicturesOf<DemoPicture>> {
  const text = await readFile(path.join(PICTURES_FOLDER, 'pictures.json'), 'utf8');
  return JSON.parse(text) as PicturesOf<DemoPicture>;
}

/** Returns the hash by which a picture is stored. @param original its file in full size */
export const pictureHash = (original: Buffer) => createHash('sha256').update(original).digest('hex').slice(0, 32);

/**
 * Stores all pictures of the demo as uploads are stored, the original and a small preview.
 * @returns their rows by product, category and brand, the main picture of a product first
 */
export async function storePictures(files: PictureFiles): Promise<PicturesOf<StoredPicture>> {
  const list = await listPictures();
  const rowsOf = async (pictures: Record<string, DemoPicture[]>) => {
    const store = async ([key, views]: [string, DemoPicture[]]) =>
      [key, await Promise.all(views.map((view) => storePicture(files, view)))] as const;
    return Object.fromEntries(await Promise.all(Object.entries(pictures).map(store)));
  };
  const [products, categories, brands] = await Promise.all([
    rowsOf(list.products),
    rowsOf(list.categories),
    rowsOf(list.brands),
  ]);
  return { products, categories, brands };
}

/** A picture without a preview is small enough to be its own until the worker has made one. */
async function storePicture(files: PictureFiles, picture: DemoPicture): Promise<StoredPicture> {
  const { name, width, height, color, hasPreview, shows } = picture;
  const original = await readFile(path.join(PICTURES_FOLDER, `${name}.webp`));
  const preview = hasPreview ? await readFile(path.join(PICTURES_FOLDER, `${name}-320.webp`)) : original;
  const hash = pictureHash(original);
  await Promise.all([files.write(hash, 'original.webp', original), files.write(hash, '320.webp', preview)]);
  return { row: { hash, mime: 'image/webp', width, height, color }, shows };
}
