import sharp from 'sharp';
import { randomFrom } from '../../../backend/src/demo/support/random.js';
import { blank, blur, doubled, halved } from './field.js';
import type { Box, Field } from './field.js';
import type { Fold, Part } from '../cloth/garment.js';
import { bounds } from '../cloth/geometry.js';

/** A part where it lies in the picture: `place` is an SVG transform. */
export interface PlacedPart extends Part {
  place?: string;
}

/** The visible part of the drawing, in its units, and the width in pixels at which its light is computed. */
export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
  pixels: number;
}

/** Light falls from the upper left, from in front of the board. */
const LIGHT = normalized([-0.48, -0.56, 1.3]);

/**
 * Works out light and shadow of a pile of cloth pieces. Each outline is blown up into a height field, creases and ripples
 * are added, and the surface's normals against one light give the shade (Lambert); every piece also throws a soft shadow
 * on what lies beneath it, at the end on the ground.
 *
 * Gives a PNG of near-black and white with alpha, to be laid over the flat colours.
 */
export async function relief(parts: readonly PlacedPart[], window: Window): Promise<Buffer> {
  const scale = window.pixels / window.width;
  const width = window.pixels;
  const height = Math.round(window.height * scale);
  const shade = blank(width, height);
  const shine = blank(width, height);
  const cover = blank(width, height);
  const drawn = await Promise.all(parts.map((part) => masks(part, window, scale)));
  for (const [index, part] of parts.entries()) {
    const piece = drawn[index];
    if (!piece) continue;
    const { mask, rise, box } = piece;
    const surface = heights(part, mask, rise, scale, box, index);
    const near = blur(mask, 9 * scale);
    for (let y = 0; y < mask.height; y++) {
      const inY = Math.min(mask.height - 2, Math.max(1, y));
      for (let x = 0; x < mask.width; x++) {
        const here = y * mask.width + x;
        const there = (y + box.y) * width + x + box.x;
        const own = mask.values[here]!;
        // The shadow falls a little to the lower right, so it is looked up from the upper left.
        const back = Math.max(0, here - Math.round(4 * scale) - Math.round(7 * scale) * mask.width);
        shade.values[there]! +=
          0.42 * near.values[back]! * (1 - own) * cover.values[there]! * (1 - shade.values[there]!);
        if (own === 0) continue;
        const inX = Math.min(mask.width - 2, Math.max(1, x));
        const lit = lambert(surface, inY * mask.width + inX, scale);
        shade.values[there] = shade.values[there]! * (1 - own) + own * Math.min(0.8, Math.max(0, -lit) * 0.95);
        shine.values[there] = shine.values[there]! * (1 - own) + own * Math.min(0.5, Math.max(0, lit) * 0.6);
        cover.values[there] = Math.max(cover.values[there]!, own);
      }
    }
  }
  return paint(shade, shine, cover, groundShadow(cover, scale));
}

/** The brightness of one point against a flat piece of cloth: 0 as flat, below darker, above lighter. */
function lambert({ values, width }: Field, at: number, scale: number): number {
  const slopeX = ((values[at + 1]! - values[at - 1]!) / 2) * scale;
  const slopeY = ((values[at + width]! - values[at - width]!) / 2) * scale;
  const length = Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1);
  return (-slopeX * LIGHT[0]! - slopeY * LIGHT[1]! + LIGHT[2]!) / length / LIGHT[2]! - 1;
}

/** The surface of one piece in drawing units: a pillow, its creases and its ripples. What is soft is worked out on half the grid. */
function heights(part: Part, mask: Field, rise: Field, scale: number, box: Box, index: number): Field {
  const puff = part.puff ?? 0.6;
  const hasFolds = Boolean(part.folds?.length);
  const small = halved(mask);
  const [round, body] = [blur(small, 8 * scale), blur(small, 23 * scale)];
  const creases = hasFolds ? blur(halved(rise), 8.5 * scale) : undefined;
  const ripples =
    part.drape === 0 ? undefined : rippleField(part.drape ?? 0.5, `${part.outline} ${index}`, small, scale, box);
  const soft = blank(small.width, small.height);
  for (let i = 0; i < soft.values.length; i++) {
    const cloth = Math.min(1, small.values[i]! * 4);
    soft.values[i] =
      puff * (round.values[i]! * 15 + body.values[i]! * 62) +
      (creases ? creases.values[i]! * 30 : 0) +
      (ripples ? ripples.values[i]! * cloth : 0);
  }
  const surface = doubled(soft, mask.width, mask.height);
  const edge = blur(mask, 4 * scale);
  const crisp = hasFolds ? blur(rise, 6 * scale) : undefined;
  for (let i = 0; i < surface.values.length; i++) {
    surface.values[i]! += edge.values[i]! * 3.4 + (crisp ? crisp.values[i]! * 7 : 0);
  }
  return surface;
}

/** Long, soft, mostly upright ripples: three crossing waves whose phase wanders. Seeded by the outline, so always the same. */
function rippleField(drape: number, seed: string, { width, height }: Field, scale: number, box: Box): Field {
  const random = randomFrom(seed);
  const waves = [0.011, 0.019, 0.034].map((pitch, i) => ({
    pitch: pitch * (0.8 + random.next() * 0.5),
    lean: (random.next() - 0.5) * 0.9,
    phase: random.next() * 6.3,
    sway: 0.004 + random.next() * 0.006,
    tall: drape * [4.2, 2.4, 1.1][i]!,
  }));
  // They are so long that every fourth point is enough; the field that is asked for is half as fine as the light.
  const coarse = blank((width + 1) >> 1, (height + 1) >> 1);
  for (let i = 0; i < coarse.values.length; i++) {
    const x = ((i % coarse.width) * 4 + box.x) / scale;
    const y = (Math.floor(i / coarse.width) * 4 + box.y) / scale;
    for (const { pitch, lean, phase, sway, tall } of waves) {
      coarse.values[i]! += tall * Math.sin(x * pitch + y * pitch * lean + phase + 1.6 * Math.sin(y * sway + phase * 2));
    }
  }
  return doubled(coarse, width, height);
}

/**
 * Draws a piece's outline in red and its creases in green (raised) and blue (sunk), small, and no more of the window than
 * it may touch with its shadow. Nothing when it lies outside the window.
 */
async function masks(
  part: PlacedPart,
  window: Window,
  scale: number,
): Promise<{ mask: Field; rise: Field; box: Box } | undefined> {
  const box = boxOf(part, window, scale);
  if (box.width <= 2 || box.height <= 2) return undefined;
  const paintPath = part.band
    ? `fill="none" stroke="#f00" stroke-width="${part.band}" stroke-linejoin="round"`
    : 'fill="#f00"';
  const seen = [window.x + box.x / scale, window.y + box.y / scale, box.width / scale, box.height / scale];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}" viewBox="${seen.join(' ')}">` +
    `<rect x="${seen[0]}" y="${seen[1]}" width="${seen[2]}" height="${seen[3]}"/><g transform="${part.place ?? ''}">` +
    `<path d="${part.outline}" ${paintPath}/><g style="mix-blend-mode:screen">${(part.folds ?? []).map(leaf).join('')}</g></g></svg>`;
  const pixels = await sharp(Buffer.from(svg)).raw().toBuffer();
  const mask = blank(box.width, box.height);
  const rise = blank(box.width, box.height);
  for (let i = 0; i < mask.values.length; i++) {
    mask.values[i] = pixels[i * 4]! / 255;
    rise.values[i] = (pixels[i * 4 + 1]! - pixels[i * 4 + 2]!) / 255;
  }
  return { mask, rise, box };
}

/** The pixels of the window that a part may touch. */
function boxOf(part: PlacedPart, window: Window, scale: number): Box {
  const [width, height] = [Math.round(window.width * scale), Math.round(window.height * scale)];
  if (part.place) return { x: 0, y: 0, width, height };
  const reach = (part.band ?? 0) / 2 + 26;
  const [left, top, right, bottom] = bounds(part.outline);
  const x = Math.max(0, Math.floor((left - reach - window.x) * scale));
  const y = Math.max(0, Math.floor((top - reach - window.y) * scale));
  return {
    x,
    y,
    width: Math.min(width, Math.ceil((right + reach - window.x) * scale)) - x,
    height: Math.min(height, Math.ceil((bottom + reach - window.y) * scale)) - y,
  };
}

/** A crease as a filled leaf whose brightness is its height. */
function leaf({ from, bend, to, width, height }: Fold): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / length) * width * 0.5, (dx / length) * width * 0.5];
  const strength = Math.round(Math.min(1, Math.abs(height)) * 255);
  const color = height > 0 ? `rgb(0,${strength},0)` : `rgb(0,0,${strength})`;
  const point = ([x, y]: readonly number[], side = 0) => `${x! + nx * side},${y! + ny * side}`;
  return `<path d="M${point(from)}Q${point(bend, 1)} ${point(to)}Q${point(bend, -1)} ${point(from)}Z" fill="${color}"/>`;
}

function groundShadow(cover: Field, scale: number): Field {
  const wide = blur(cover, 20 * scale);
  const close = blur(cover, 5 * scale);
  const { width, height } = cover;
  const values = new Float32Array(cover.values.length);
  const at = (field: Field, x: number, y: number) => field.values[Math.max(0, y) * width + Math.max(0, x)]!;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const far = at(wide, x - Math.round(9 * scale), y - Math.round(20 * scale));
      const contact = at(close, x - Math.round(2 * scale), y - Math.round(5 * scale));
      values[y * width + x] = 0.2 * far + 0.2 * contact;
    }
  }
  return { width, height, values };
}

/** How the lamp fades over the ground: lighter at the upper left, darker in the corners; -1 to 1. */
function lamp(x: number, y: number): number {
  const distance = Math.sqrt((x - 0.42) ** 2 + (y - 0.3) ** 2) / 0.85;
  return distance < 0.55 ? 0.34 * (1 - distance / 0.55) : -0.1 * Math.min(1.4, (distance - 0.55) / 0.45);
}

function paint(shade: Field, shine: Field, cover: Field, ground: Field): Promise<Buffer> {
  const { width, height } = shade;
  const pixels = Buffer.alloc(width * height * 4);
  for (let i = 0; i < shade.values.length; i++) {
    const on = cover.values[i]!;
    const lampHere = lamp((i % width) / width, Math.floor(i / width) / height);
    const dark = shade.values[i]! * on + (ground.values[i]! + Math.max(0, -lampHere)) * (1 - on);
    const light = (shine.values[i]! * on + Math.max(0, lampHere) * (1 - on)) * (1 - dark);
    const alpha = dark + light;
    const white = alpha > 0 ? light / alpha : 0;
    pixels[i * 4] = 30 + white * 225;
    pixels[i * 4 + 1] = 22 + white * 229;
    pixels[i * 4 + 2] = 30 + white * 218;
    pixels[i * 4 + 3] = Math.min(255, alpha * 255);
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 2 })
    .toBuffer();
}

function normalized(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
