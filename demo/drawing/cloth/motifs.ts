import type { Random } from '../../../backend/src/demo/support/random.js';
import { darker, lighter } from './color.js';
import type { Hex } from './color.js';
import { short } from './geometry.js';
import type { Tile } from './textures.js';

/**
 * Scatters motifs over a square tile so that none crowds another (best of twelve tries each, distances measured around
 * the tile's edges), and repeats what crosses an edge on the other side.
 */
export function scatter(
  random: Random,
  size: number,
  count: number,
  motif: (random: Random, index: number) => string,
): Tile {
  const placed: [number, number][] = [];
  let svg = '';
  for (let i = 0; i < count; i++) {
    const candidates = Array.from({ length: 12 }, (): [number, number] => [random.next() * size, random.next() * size]);
    const roomiest = candidates.reduce((best, one) =>
      room(one, placed, size) > room(best, placed, size) ? one : best,
    );
    placed.push(roomiest);
    const drawn = motif(random, i);
    const turn = short(random.next() * 360);
    for (const dx of [-size, 0, size]) {
      for (const dy of [-size, 0, size]) {
        const [x, y] = [roomiest[0] + dx, roomiest[1] + dy];
        if (x > -100 && x < size + 100 && y > -100 && y < size + 100) {
          svg += `<g transform="translate(${short(x)},${short(y)}) rotate(${turn})">${drawn}</g>`;
        }
      }
    }
  }
  return { width: size, height: size, svg };
}

function room([x, y]: [number, number], placed: [number, number][], size: number): number {
  const around = (a: number, b: number) => Math.min(Math.abs(a - b), size - Math.abs(a - b));
  return Math.min(size, ...placed.map(([px, py]) => Math.hypot(around(x, px), around(y, py))));
}

const petal = (length: number, width: number, fill: string, turn: number, extra = '') =>
  `<path d="M0,0C${short(-width)},${short(-length * 0.35)} ${short(-width * 0.8)},${short(-length)} 0,${short(-length)}C${short(width * 0.8)},${short(-length)} ${short(width)},${short(-length * 0.35)} 0,0Z" transform="rotate(${turn})" fill="${fill}" ${extra}/>`;

/** A five-petalled flower of the given radius. */
export function blossom(radius: number, color: Hex, heart: Hex): string {
  const petals = [0, 72, 144, 216, 288].map((turn) => petal(radius, radius * 0.55, color, turn)).join('');
  return `${petals}<circle r="${short(radius * 0.24)}" fill="${heart}"/>`;
}

/** A full flower with three rings of petals. */
export function peony(radius: number, color: Hex, heart: Hex): string {
  const ring = (count: number, part: number, fill: Hex, offset: number) =>
    Array.from({ length: count }, (_, i) =>
      petal(radius * part, radius * part * 0.5, fill, offset + (360 / count) * i),
    ).join('');
  return (
    ring(7, 1, darker(color, 0.16), 0) +
    ring(6, 0.78, color, 20) +
    ring(5, 0.52, lighter(color, 0.35), 8) +
    `<circle r="${short(radius * 0.14)}" fill="${heart}"/>`
  );
}

/** A twig with paired leaves. */
export function leafSpray(length: number, color: Hex): string {
  const leaves = [0.3, 0.6, 0.9]
    .map(
      (at) =>
        `<g transform="translate(0,${short(-length * at)})">${petal(length * 0.42, length * 0.14, color, 52)}${petal(length * 0.42, length * 0.14, color, -52)}</g>`,
    )
    .join('');
  return `<path d="M0,${short(length * 0.2)}V${short(-length)}" stroke="${color}" stroke-width="${short(length * 0.045)}"/>${leaves}<g transform="translate(0,${short(-length)})">${petal(length * 0.4, length * 0.14, color, 0)}</g>`;
}

/** A feathered palm leaf. */
export function palmLeaf(length: number, color: Hex): string {
  const blades = Array.from({ length: 8 }, (_, i) => {
    const at = -length * 0.5 + (length * i) / 8;
    const reach = length * 0.52 * Math.sin(0.5 + (i / 8) * 2.3);
    const blade = (side: number) =>
      `<path d="M0,${short(at + length * 0.1)}C${short(side * reach * 0.4)},${short(at - length * 0.16)} ${short(side * reach * 0.8)},${short(at - length * 0.16)} ${short(side * reach)},${short(at - length * 0.06)}C${short(side * reach * 0.7)},${short(at + length * 0.02)} ${short(side * reach * 0.4)},${short(at + length * 0.03)} 0,${short(at + length * 0.1)}Z"/>`;
    return blade(1) + blade(-1);
  }).join('');
  return `<g fill="${color}">${blades}</g><path d="M0,${short(-length * 0.5)}V${short(length * 0.7)}" stroke="${color}" stroke-width="2.5"/>`;
}

/** An open lotus seen from the side. */
export function lotus(radius: number, color: Hex, heart: Hex): string {
  const petals = [-62, 62, -36, 36, 0]
    .map((turn) =>
      petal(
        radius,
        radius * 0.36,
        lighter(color, Math.abs(turn) / 400),
        turn,
        `stroke="${darker(color, 0.25)}" stroke-width="1.4"`,
      ),
    )
    .join('');
  return `<g transform="translate(0,${short(radius * 0.4)})">${petals}<circle cy="${short(-radius * 0.2)}" r="${short(radius * 0.1)}" fill="${heart}"/></g>`;
}

/** A curling cloud, as woven into festive silk. */
export function cloudScroll(radius: number, color: Hex): string {
  const at = (...points: number[]) => points.map((value) => short((value * radius) / 10)).join(' ');
  return (
    `<path d="M${at(-10, 4)}C${at(-15, -1, -9, -6, -4.5, -3.4)}C${at(-4, -9.5, 4.5, -9.5, 6, -3.6)}C${at(10, -6, 14.5, -0.5, 10, 4)}` +
    `C${at(6, 2.6, 3, 2.6, 0, 4)}C${at(-3, 2.6, -6, 2.6, -10, 4)}Z" fill="${color}" fill-opacity=".16" stroke="${color}" stroke-width="1.8" stroke-linejoin="round"/>` +
    `<path d="M${at(-4.5, -3.4)}C${at(-4, 1.6, 3.4, 1.4, 2.8, -2.4)}C${at(2.2, -5, -1.4, -4.4, -0.6, -2.2)}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linecap="round"/>`
  );
}

/** A flying crane. */
export function crane(span: number, color: Hex, crown: Hex): string {
  const s = span / 60;
  const at = (...values: number[]) => values.map((value) => short(value * s)).join(' ');
  return (
    `<path d="M${at(0, 8)}C${at(-8, -6, -26, -14, -46, -8)}C${at(-34, -4, -28, 2, -24, 8)}C${at(-16, 6, -8, 8, 0, 14)}C${at(8, 8, 16, 6, 24, 8)}C${at(28, 2, 34, -4, 46, -8)}C${at(26, -14, 8, -6, 0, 8)}Z" fill="${color}"/>` +
    `<path d="M${at(0, 12)}C${at(-2, 0, 4, -14, 0, -28)}M${at(0, 12)}L${at(-3, 40)}M${at(0, 12)}L${at(3, 40)}" fill="none" stroke="${color}" stroke-width="${short(2.6 * s)}" stroke-linecap="round"/>` +
    `<circle cx="0" cy="${short(-29 * s)}" r="${short(3.2 * s)}" fill="${crown}"/>`
  );
}
