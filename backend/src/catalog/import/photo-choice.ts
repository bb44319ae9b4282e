import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { pictureUses } from './pictures.sql.js';
import { foldVi, wordsOf } from '../text/fold.js';

const Photo = z.object({
  file: z.string(),
  class: z.string(),
  color: z.string().default(''),
  sha256: z.string().optional(),
});

interface Photo {
  file: string;
  class: string;
  color: string;
  hash: string;
  uses: number;
}

/** Patterns for a category or else a name, with the class of photographs (null: none). The first match counts. */
const CLASSES: [RegExp, string | null][] = [
  // Underwear and swimwear: a photograph of a shirt would mislead.
  [/\blot\b|\bboi\b|\bbikini\b/, null],
  [/\bso mi\b|\bshirts?\b(?<!t shirts?)/, 'Shirt'],
  [/\bpolo\b/, 'Polo'],
  [/\bhoodie\b/, 'Hoodie'],
  [/\bblazer\b|\bvest\b/, 'Blazer'],
  [/\bkhoac\b|\bgile\b|\bjackets?\b|\bcoats?\b|\bcardigan\b|\bbomber\b/, 'Outwear'],
  [/\blen\b|\bni\b|\bdai tay\b|\btay dai\b|\bsweater\b/, 'Longsleeve'],
  [/\bba lo\b|\bhai day\b|\b2 day\b|\btank\b/, 'Undershirt'],
  [/\bthun\b|\bphong\b|\bt shirts?\b|\btshirts?\b|\btee\b/, 'T-Shirt'],
  [/\bchan vay\b|\bskirts?\b/, 'Skirt'],
  [/\bdam\b|\bvay\b|\bao dai\b|\bdress(es)?\b/, 'Dress'],
  [/\bshorts?\b|\bquan dui\b/, 'Shorts'],
  [/\bquan\b|\bjeans?\b|\bpants?\b|\btrousers\b|\bleggings?\b/, 'Pants'],
  [/\bgiay\b|\bdep\b|\bsandal\b|\bsneakers?\b|\bshoes?\b|\bboots?\b/, 'Shoes'],
  [/\bmu\b|\bnon\b|\bhats?\b|\bcaps?\b/, 'Hat'],
  [/\bao kieu\b|\bblouse\b/, 'Shirt'],
  [/\bao\b/, 'T-Shirt'],
];
/** Categories that do not name a single garment: the product's name decides first. */
const VAGUE_CATEGORY = /\bao khac\b|\bset\b|\bphu kien\b/;

/**
 * Chooses photographs for products whose file names none: of their class, and of their colours where available. It spreads
 * them evenly: no photograph is used again while another of the same class and colour is unused.
 */
export class PhotoChoice {
  private constructor(private readonly photos: Photo[]) {}

  /**
   * @param folder with `manifest.json` or `manifest.csv`: file, class, color and optionally sha256 of each photograph
   * @param db of the shop, to count how often each picture is used
   * @throws Error naming the manifest when it cannot be read
   */
  static async open(folder: string, db: DataSource): Promise<PhotoChoice> {
    const manifest = ['manifest.json', 'manifest.csv'].map((name) => path.join(folder, name)).find(existsSync);
    if (!manifest) return new PhotoChoice([]);
    const text = await readFile(manifest, 'utf8');
    const uses = await pictureUses(db);
    try {
      const rows: unknown = manifest.endsWith('.json') ? JSON.parse(text) : parse(text, { columns: true, bom: true });
      const listed = z.array(Photo).parse(rows);
      const photos: Photo[] = [];
      for (const { file, sha256, ...rest } of listed) {
        const full = path.join(folder, path.basename(file));
        if (!existsSync(full)) continue;
        const hash = (
          sha256 ??
          createHash('sha256')
            .update(await readFile(full))
            .digest('hex')
        ).slice(0, 32);
        photos.push({ ...rest, file: path.basename(file), hash, uses: uses.get(hash) ?? 0 });
      }
      return new PhotoChoice(photos);
    } catch (error) {
      throw new Error(`${manifest}: not a valid manifest of photographs: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /**
   * @param maxPhotos the largest number of pictures, one for each colour that has a photograph
   * @returns file names, the main picture first; empty when no photograph has its class
   */
  choose(
    { category, name, colors }: { category: string | null; name: string; colors: string[] },
    maxPhotos = 3,
  ): string[] {
    const targetClass = classOf(category ?? '', name);
    const ofClass = this.photos.filter((photo) => photo.class === targetClass);
    const chosen: Photo[] = [];
    for (const color of colors) {
      if (chosen.length === maxPhotos) break;
      const key = foldVi(color);
      const photo = leastUsed(ofClass.filter((each) => foldVi(each.color) === key && !chosen.includes(each)));
      if (photo) chosen.push(photo);
    }
    if (chosen.length === 0) chosen.push(...[leastUsed(ofClass) ?? []].flat());
    for (const photo of chosen) photo.uses++;
    return chosen.map((photo) => photo.file);
  }
}

/** The least used photograph; the first of several. */
const leastUsed = (photos: Photo[]): Photo | undefined =>
  photos.reduce<Photo | undefined>((least, photo) => (least && least.uses <= photo.uses ? least : photo), undefined);

function classOf(category: string, name: string): string | null {
  const words = (text: string) => wordsOf(foldVi(text)).join(' ');
  const texts = VAGUE_CATEGORY.test(words(category)) ? [words(name), words(category)] : [words(category), words(name)];
  for (const text of texts) {
    const match = CLASSES.find(([pattern]) => pattern.test(text));
    if (match) return match[1];
  }
  return null;
}
