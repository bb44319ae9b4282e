import { brightness, darker, lighter, mix } from './cloth/color.js';
import type { Hex } from './cloth/color.js';
import { bounds, short } from './cloth/geometry.js';
import { patternTile } from './cloth/patterns.js';
import { relief } from './light/relief.js';
import type { PlacedPart, Window } from './light/relief.js';
import { texture } from './cloth/textures.js';
import type { Tile } from './cloth/textures.js';
import type { Cloth, Garment, Part } from './cloth/garment.js';
import type { Ink } from './cloth/ink.js';

/** A garment of a cloth, put into the picture by an SVG transform. */
export interface Piece {
  garment: Garment;
  cloth: Cloth;
  place?: string;
}

/** A picture: what is seen of the board, how large, on what ground. */
export interface Scene {
  pieces: Piece[];
  window: Omit<Window, 'pixels'>;
  ground: Hex;
  /** SVG that lies under the garments, as a rail or a chair. */
  behind?: string;
}

/** The colours that details are drawn with on a cloth. */
export function inkOf(cloth: Cloth): Ink {
  const bright = brightness(cloth.base);
  return {
    base: cloth.base,
    second: cloth.second ?? (bright > 0.55 ? darker(cloth.base, 0.45) : lighter(cloth.base, 0.6)),
    accent: cloth.accent ?? cloth.second ?? (bright > 0.55 ? darker(cloth.base, 0.6) : lighter(cloth.base, 0.75)),
    seam: darker(cloth.base, bright > 0.75 ? 0.38 : 0.5),
    stitch: bright > 0.5 ? darker(cloth.base, 0.22) : lighter(cloth.base, 0.28),
    button: cloth.buttons ?? (bright > 0.6 ? '#f7f1e6' : darker(cloth.base, 0.35)),
    metal: '#b9b4aa',
  };
}

/** Light is soft, so a coarse map of it is enough. */
const LIGHT_PIXELS = 320;

/** Light and shadow depend on the cut alone, so the pictures of one cut in many cloths share them. */
export type LightCache = Map<string, Promise<string>>;

/** The scene's light as a data URL. */
export function lightOf(scene: Scene, cache: LightCache, pixels = LIGHT_PIXELS): Promise<string> {
  const parts: PlacedPart[] = scene.pieces.flatMap(({ garment, place }) =>
    garment.parts.map((part) => ({ ...part, place })),
  );
  const key = JSON.stringify([scene.window, parts]);
  let light = cache.get(key);
  if (!light) {
    light = relief(parts, { ...scene.window, pixels }).then((png) => `data:image/png;base64,${png.toString('base64')}`);
    cache.set(key, light);
  }
  return light;
}

/** The whole picture as SVG: ground, cloth, details, and the light over them. */
export function sceneSvg(scene: Scene, light: string, width: number): string {
  const { x, y, width: seen, height } = scene.window;
  const defs = new Map<string, string>();
  const body = scene.pieces.map((piece, i) => pieceSvg(piece, i, defs)).join('');
  const box = `x="${x}" y="${y}" width="${seen}" height="${height}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round((width * height) / seen)}" viewBox="${x} ${y} ${seen} ${height}">` +
    `<defs>${[...defs.values()].join('')}</defs><rect ${box} fill="${scene.ground}"/>${scene.behind ?? ''}${body}` +
    `<image ${box} preserveAspectRatio="none" href="${light}"/></svg>`
  );
}

function pieceSvg({ garment, cloth, place }: Piece, index: number, defs: Map<string, string>): string {
  const ink = inkOf(cloth);
  const parts = garment.parts.map((part, i) => partSvg(part, cloth, ink, `p${index}-${i}`, index, defs)).join('');
  return `<g transform="${place ?? ''}">${parts}${threads(garment, cloth, `t${index}`, defs)}</g>`;
}

/** The cloth's thread, over all pieces of cloth at once: each use of a tile costs its drawing anew. */
function threads({ parts }: Garment, cloth: Cloth, id: string, defs: Map<string, string>): string {
  if (!cloth.texture) return '';
  const outlines = parts
    .filter((part) => !part.band && !part.color && part.cloth !== 'rib')
    .map((part) => part.outline);
  return tiled(outlines.join(' '), texture(cloth.texture), { id: `${id}-threads`, clip: '', turn: 0, defs });
}

function partSvg(part: Part, cloth: Cloth, ink: Ink, id: string, piece: number, defs: Map<string, string>): string {
  const fill = part.color ?? partColor(part, ink);
  const loose = part.loose?.(ink) ?? '';
  if (part.band) {
    const at = `d="${part.outline}" fill="none" stroke-linejoin="round"`;
    const ribs =
      part.cloth === 'rib'
        ? `<path ${at} stroke="${darker(fill, 0.4)}" stroke-opacity=".34" stroke-width="${part.band}" stroke-dasharray="2.4 5"/>`
        : '';
    return `<path ${at} stroke="${mix(fill, ink.seam, 0.55)}" stroke-width="${part.band + 1.6}"/><path ${at} stroke="${fill}" stroke-width="${part.band}"/>${ribs}${loose}`;
  }
  defs.set(id, `<clipPath id="${id}"><path d="${part.outline}"/></clipPath>`);
  const fills = [`<path d="${part.outline}" fill="${fill}"/>`];
  const cover = (tile: Tile, name: string, turn = 0) =>
    fills.push(tiled(part.outline, tile, { id: `t${piece}-${name}`, clip: id, turn, defs }));
  const isMain = (part.cloth ?? 'main') === 'main' && !part.color;
  if (isMain && cloth.pattern) cover(patternTile(cloth.pattern, ink), cloth.pattern, part.turn);
  if (part.cloth === 'rib') cover(patternTile('ribs', { ...ink, base: fill }), 'ribs', part.turn);
  const details = part.details?.(ink) ?? '';
  return (
    `${fills.join('')}<g clip-path="url(#${id})">${details}</g>` +
    `<path d="${part.outline}" fill="none" stroke="${mix(fill, ink.seam, 0.7)}" stroke-width="1.5" stroke-linejoin="round"/>${loose}`
  );
}

/**
 * Covers an outline with a tile. A pattern that is turned, or scaled by a fraction, costs the renderer fifty times as much
 * as an upright one, so turned tiles are set one by one; windows are therefore 384, 640, 768 or 960 units wide, and
 * tiles measure multiples of 4 where they can.
 */
function tiled(
  outline: string,
  tile: Tile,
  { id, clip, turn, defs }: { id: string; clip: string; turn: number; defs: Map<string, string> },
): string {
  const { width, height, svg } = tile;
  if (turn === 0) {
    defs.set(
      id,
      `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${svg}</pattern>`,
    );
    return `<path d="${outline}" fill="url(#${id})"/>`;
  }
  defs.set(`${id}-one`, `<g id="${id}-one">${svg}</g>`);
  const [left, top, right, bottom] = bounds(outline);
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const reach = Math.hypot(right - left, bottom - top) / 2;
  const radians = (Math.abs(turn) * Math.PI) / 180;
  const [reachX, reachY] = [
    Math.min(reach, ((right - left) * Math.cos(radians) + (bottom - top) * Math.sin(radians)) / 2),
    Math.min(reach, ((right - left) * Math.sin(radians) + (bottom - top) * Math.cos(radians)) / 2),
  ];
  let uses = '';
  for (let x = -Math.ceil(reachX / width); x * width < reachX; x++) {
    for (let y = -Math.ceil(reachY / height); y * height < reachY; y++)
      uses += `<use href="#${id}-one" x="${x * width}" y="${y * height}"/>`;
  }
  return `<g clip-path="url(#${clip})"><g transform="translate(${short(middleX)},${short(middleY)}) rotate(${turn})">${uses}</g></g>`;
}

function partColor(part: Part, ink: Ink): Hex {
  switch (part.cloth) {
    case 'second':
      return ink.second;
    case 'accent':
      return ink.accent;
    case 'lining':
      return darker(ink.base, 0.3);
    default:
      return ink.base;
  }
}
