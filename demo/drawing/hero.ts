import { CUTS } from './cuts.js';
import type { CutName } from './cuts.js';
import { inkOf, lightOf, sceneSvg } from './picture.js';
import type { Piece, Scene } from './picture.js';
import type { Cloth } from './cloth/garment.js';
import { wordmark } from './wordmarks.js';

const WALL = '#e9e0d3';
const RAIL = 250;

/** A garment on its hanger: the middle of the board comes to `x`, its neck at `neck` board units hangs under the rail. */
interface Hung {
  cut: CutName;
  cloth: Cloth;
  x: number;
  neck: number;
  scale?: number;
  tilt?: number;
}

const RACK: Hung[] = [
  { cut: 'coat', cloth: { base: '#b99470', texture: 'wool', buttons: '#3c2c20' }, x: 300, neck: 150 },
  { cut: 'shirtPlain', cloth: { base: '#f4f0e6', texture: 'linen' }, x: 700, neck: 216, tilt: -1.2 },
  { cut: 'shirtDress', cloth: { base: '#2d6b5c', texture: 'linen' }, x: 1120, neck: 150 },
  { cut: 'sweater', cloth: { base: '#e6d8bd', texture: 'wool', pattern: 'cable' }, x: 1540, neck: 262, tilt: 1 },
  { cut: 'blazer', cloth: { base: '#2b3547', texture: 'wool' }, x: 1950, neck: 214 },
];

const FLOOR: Piece[] = [
  {
    garment: CUTS.tote.front,
    cloth: { base: '#efe6d3', second: '#8a5a3b', texture: 'canvas' },
    place: 'translate(1290,1226) scale(0.5)',
  },
  {
    garment: CUTS.sneakers.front,
    cloth: { base: '#f3efe6', accent: '#3f6b57', texture: 'leather' },
    place: 'translate(330,1290) scale(0.5)',
  },
];

const place = ({ x, neck, scale = 0.98, tilt = 0 }: Hung) =>
  `translate(${x - 480 * scale},${RAIL + 92 - neck * scale}) rotate(${tilt} 480 0) scale(${scale})`;

/** The first picture of the shop: clothes on a rail before a warm wall, 5:4. */
function heroScene(): Scene {
  const wood = '#9c7a55';
  const hook = ({ x }: Hung) =>
    `<path d="M${x},${RAIL + 130}V${RAIL + 42}C${x},${RAIL + 22} ${x + 26},${RAIL + 16} ${x + 24},${RAIL - 6}C${x + 22},${RAIL - 26} ${x - 14},${RAIL - 26} ${x - 16},${RAIL - 6}" fill="none" stroke="#6f6a62" stroke-width="8" stroke-linecap="round"/>`;
  const behind =
    `<rect y="1490" width="2250" height="310" fill="#d8c8b2"/><rect y="1478" width="2250" height="14" fill="#f3ece0"/><rect y="1491" width="2250" height="10" fill="#000" fill-opacity=".08"/>` +
    `<rect y="${RAIL - 4}" width="2250" height="20" fill="#000" fill-opacity=".1" transform="translate(0,26)"/>` +
    `<rect y="${RAIL - 10}" width="2250" height="20" fill="${wood}"/><rect y="${RAIL - 8}" width="2250" height="6" fill="#fff" fill-opacity=".28"/>${RACK.map(hook).join('')}`;
  return {
    pieces: [
      ...RACK.map((hung) => ({ garment: CUTS[hung.cut].front, cloth: hung.cloth, place: place(hung) })),
      ...FLOOR,
    ],
    window: { x: 0, y: 0, width: 2250, height: 1800 },
    ground: WALL,
    behind,
  };
}

/** The hero as SVG, `width` pixels wide. */
export async function heroSvg(width: number): Promise<string> {
  const scene = heroScene();
  return sceneSvg(scene, await lightOf(scene, new Map(), 900), width);
}

/** The picture that a shared address shows, 1200 × 630: the shop's name before the middle of the rail. */
export function shareSvg(hero: string): string {
  const name = wordmark({ text: 'MAY', style: 'wide' }, '#26231f');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#f4efe6"/>` +
    `<svg x="480" width="720" height="630" viewBox="0 0 720 576" preserveAspectRatio="xMidYMid slice"><image width="720" height="576" href="${hero}"/></svg>` +
    `<g transform="translate(84,258) scale(0.92)">${name.svg}</g><rect x="86" y="404" width="64" height="5" fill="#1f5446"/></svg>`
  );
}

/** The picture of somebody who has none: a plain T-shirt and a head, square. */
export function avatarSvg(): string {
  const { seam } = inkOf({ base: '#9aab8f' });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256"><rect width="256" height="256" fill="#e9e0d3"/>` +
    `<path d="M36,256C40,206 66,184 104,176C112,196 144,196 152,176C190,184 216,206 220,256Z" fill="#9aab8f"/>` +
    `<path d="M104,176C112,196 144,196 152,176" fill="none" stroke="${seam}" stroke-width="5"/>` +
    `<path d="M108,140H148V176C142,190 114,190 108,176Z" fill="#c99f80"/><path d="M108,150C118,164 138,164 148,150V162C138,174 118,174 108,162Z" fill="#a97f62"/>` +
    `<ellipse cx="128" cy="104" rx="41" ry="50" fill="#d8b08f"/><path d="M84,112C76,60 104,40 128,40C154,40 180,60 172,112C168,88 158,78 144,74C124,82 98,80 92,88C88,94 86,102 84,112Z" fill="#37302b"/></svg>`
  );
}

/** The shop's sign: an M in one thread, on jade. */
export function signSvg(size = 64): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#1f5446"/>` +
    `<path d="M15,47V18L32,39L49,18V47" fill="none" stroke="#f4efe6" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}
