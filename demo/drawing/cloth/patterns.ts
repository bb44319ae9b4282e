import { randomFrom } from '../../../backend/src/demo/support/random.js';
import { darker, lighter, mix } from './color.js';
import type { Ink } from './ink.js';
import { blossom, crane, cloudScroll, leafSpray, lotus, palmLeaf, peony, scatter } from './motifs.js';
import type { Tile } from './textures.js';

/** Every pattern that cloth can carry. */
export type PatternName = keyof typeof patterns;

/** The repeat of a pattern in the colours of a cloth; the base colour lies beneath it already. */
export function patternTile(name: PatternName, ink: Ink): Tile {
  return patterns[name](ink);
}

const rect = (x: number, y: number, width: number, height: number, fill: string, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" fill-opacity="${opacity}"/>`;
const line = (path: string, stroke: string, width: number, opacity = 1) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"/>`;
const dot = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

/** Bands that cross or run one way only: each [offset, thickness, colour, opacity]. */
type Band = readonly [number, number, string, number];

/**
 * A tile of many repeats whose bands are drawn in one stroke each: turned tiles of single repeats would show a hairline
 * wherever two meet.
 */
function bands(period: number, down: readonly Band[], across: readonly Band[] = []): Tile {
  const repeats = Math.ceil(900 / period);
  const size = period * repeats;
  const all = (draw: (at: number) => string) => Array.from({ length: repeats }, (_, i) => draw(i * period)).join('');
  const svg =
    down
      .map(([offset, thick, color, opacity]) => all((at) => rect(at + offset, 0, thick, size, color, opacity)))
      .join('') +
    across
      .map(([offset, thick, color, opacity]) => all((at) => rect(0, at + offset, size, thick, color, opacity)))
      .join('');
  return { width: size, height: size, svg };
}

const patterns = {
  breton: ({ second }: Ink) => bands(44, [], [[12, 15, second, 1]]),
  rugby: ({ second, accent }: Ink) =>
    bands(
      190,
      [],
      [
        [0, 95, second, 1],
        [91, 8, accent, 1],
        [182, 8, accent, 1],
      ],
    ),
  fineStripe: ({ second }: Ink) => bands(18, [[6, 4, second, 0.85]]),
  pinstripe: ({ second }: Ink) => bands(30, [[14, 2, second, 0.7]]),
  wideStripe: ({ second }: Ink) =>
    bands(56, [
      [14, 26, second, 1],
      [46, 3, second, 0.7],
    ]),
  gingham: ({ second }: Ink) => bands(44, [[0, 22, second, 0.5]], [[0, 22, second, 0.5]]),
  plaid: ({ second, accent, base }: Ink) => {
    const lines: Band[] = [
      [16, 44, second, 0.55],
      [92, 10, darker(base, 0.55), 0.4],
      [116, 4, accent, 0.8],
    ];
    return bands(132, lines, lines);
  },
  windowpane: ({ second }: Ink) => bands(90, [[42, 2.6, second, 0.75]], [[48, 2.6, second, 0.75]]),
  houndstooth: ({ second }: Ink): Tile => ({
    width: 32,
    height: 32,
    svg: `<path d="M0,0H16V16L24,8V0H32V8L16,24V16H0ZM0,16V24L8,16ZM0,32H8L16,24V32L24,32L32,24V16L16,32" fill="${second}"/>`,
  }),
  dots: ({ second }: Ink): Tile => ({
    width: 56,
    height: 56,
    svg: dot(14, 14, 8.5, second) + dot(42, 42, 8.5, second),
  }),
  pinDots: ({ second }: Ink): Tile => ({
    width: 26,
    height: 26,
    svg: dot(6.5, 6.5, 2.4, second) + dot(19.5, 19.5, 2.4, second),
  }),
  ditsy: ({ second, accent, base }: Ink): Tile =>
    scatter(randomFrom('ditsy'), 190, 15, (random) => {
      const petal = random.chance(0.6) ? second : accent;
      return random.chance(0.7)
        ? blossom(9 + random.next() * 6, petal, darker(mix(base, accent, 0.7), 0.2))
        : leafSpray(13, mix(second, '#4d6b4a', 0.6));
    }),
  garden: ({ second, accent, base }: Ink): Tile =>
    scatter(randomFrom('garden'), 330, 11, (random, i) =>
      i % 3 === 0
        ? peony(44 + random.next() * 12, second, accent)
        : i % 3 === 1
          ? leafSpray(40, mix('#47604a', base, 0.25))
          : blossom(18, lighter(second, 0.4), accent),
    ),
  palm: ({ second, accent }: Ink): Tile =>
    scatter(randomFrom('palm'), 360, 10, (random) =>
      palmLeaf(64 + random.next() * 26, random.chance(0.65) ? second : accent),
    ),
  batik: ({ second, accent }: Ink): Tile => ({
    width: 120,
    height: 120,
    svg:
      [
        [0, 0],
        [120, 0],
        [0, 120],
        [120, 120],
        [60, 60],
      ]
        .map(([x, y]) => {
          const petals = [0, 45, 90, 135, 180, 225, 270, 315]
            .map(
              (turn) =>
                `<path d="M0,-7C9,-16 8,-32 0,-42C-8,-32 -9,-16 0,-7Z" transform="rotate(${turn})" fill="none" stroke="${second}" stroke-width="2.4"/>`,
            )
            .join('');
          return `<g transform="translate(${x},${y})">${petals}${dot(0, 0, 5, accent)}</g>`;
        })
        .join('') +
      [
        [60, 0],
        [0, 60],
        [120, 60],
        [60, 120],
      ]
        .map(
          ([x, y]) =>
            dot(x!, y!, 4, accent) +
            `<circle cx="${x}" cy="${y}" r="10" fill="none" stroke="${second}" stroke-width="1.8"/>`,
        )
        .join(''),
  }),
  brocade: ({ second, accent }: Ink): Tile => ({
    width: 150,
    height: 150,
    svg:
      `<g transform="translate(38,38)">${cloudScroll(24, second)}</g><g transform="translate(112,112)">${lotus(27, second, accent)}</g>` +
      [
        [112, 38],
        [38, 112],
      ]
        .map(([x, y]) => `<path d="M${x},${y! - 9}l6,9l-6,9l-6,-9Z" fill="${accent}"/>`)
        .join(''),
  }),
  cranes: ({ second, accent }: Ink): Tile =>
    scatter(randomFrom('cranes'), 380, 7, (random, i) =>
      i % 2 ? cloudScroll(34, second) : crane(58 + random.next() * 10, second, accent),
    ),
  waves: ({ second }: Ink): Tile => ({
    width: 72,
    height: 36,
    svg: [
      [0, 36],
      [72, 36],
      [36, 18],
      [0, 0],
      [72, 0],
    ]
      .map(([x, y]) =>
        [30, 21, 12]
          .map((r) => `<circle cx="${x}" cy="${y! + 14}" r="${r}" fill="none" stroke="${second}" stroke-width="2.2"/>`)
          .join(''),
      )
      .join(''),
  }),
  argyle: ({ second, accent }: Ink): Tile => ({
    width: 120,
    height: 170,
    svg:
      `<path d="M60,0L120,85L60,170L0,85Z" fill="${second}" fill-opacity=".85"/>` +
      line('M0,0L120,170M120,0L0,170', accent, 2.2, 0.9),
  }),
  nordic: ({ second, accent }: Ink): Tile => ({
    width: 72,
    height: 210,
    svg:
      [0, 12, 24, 36, 48, 60].map((x) => rect(x, 6, 6, 8, second) + rect(x + 6, 14, 6, 8, second)).join('') +
      [18, 54]
        .map((x) => `<path d="M${x},40l14,18l-14,18l-14,-18Z" fill="${accent}"/>` + rect(x - 3, 54, 6, 8, second))
        .join('') +
      [0, 36, 72].map((x) => rect(x - 2.5, 50, 5, 16, second)).join('') +
      [0, 12, 24, 36, 48, 60].map((x) => rect(x + 6, 88, 6, 8, second) + rect(x, 96, 6, 8, second)).join('') +
      [18, 54].map((x) => rect(x - 3, 150, 6, 8, second)).join(''),
  }),
  cable: ({ base }: Ink): Tile => {
    const [dark, light] = [darker(base, 0.38), lighter(base, 0.35)];
    const strand = 'M-2,-40C-2,-14 30,-14 30,20C30,54 -2,54 -2,80C-2,106 30,106 30,140C30,174 -2,174 -2,200';
    const other = 'M30,-40C30,-14 -2,-14 -2,20C-2,54 30,54 30,80C30,106 -2,106 -2,140C-2,174 30,174 30,200';
    const rope = (x: number) =>
      `<g transform="translate(${x},0)">${line(strand, dark, 15, 0.6)}${line(strand, base, 11)}${line(strand, light, 3, 0.6)}${line(other, dark, 15, 0.6)}${line(other, base, 11)}${line(other, light, 3, 0.6)}</g>`;
    return {
      width: 132,
      height: 120,
      svg:
        rope(24) +
        line('M4,-4V124M72,-4V124', dark, 3, 0.4) +
        line('M88,0L102,30L116,60L102,90L88,120M116,0L102,30L88,60L102,90L116,120', dark, 4, 0.28),
    };
  },
  ribs: ({ base }: Ink) =>
    bands(16, [
      [0, 4.5, darker(base, 0.5), 0.38],
      [8, 5, lighter(base, 0.5), 0.3],
    ]),
  herringbone: ({ second }: Ink): Tile => ({
    width: 36,
    height: 12,
    svg: line('M0,0L18,12M0,12L18,24M0,-12L18,0M36,0L18,12M36,12L18,24M36,-12L18,0', second, 2.2, 0.6),
  }),
  melange: ({ second }: Ink): Tile =>
    scatter(randomFrom('melange'), 120, 90, (random) => line(`M0,0L${3 + random.next() * 7},0`, second, 1.6, 0.3)),
  camo: ({ second, accent, base }: Ink): Tile =>
    scatter(randomFrom('camo'), 340, 16, (random, i) => {
      const [a, b] = [34 + random.next() * 40, 20 + random.next() * 26];
      const fill = [second, accent, darker(base, 0.3)][i % 3]!;
      return `<path d="M${-a},0C${-a},${-b} ${-a * 0.2},${-b * 1.3} ${a * 0.3},${-b * 0.7}C${a},${-b} ${a * 1.3},${b * 0.2} ${a * 0.7},${b * 0.6}C${a * 0.2},${b * 1.3} ${-a},${b} ${-a},0Z" fill="${fill}"/>`;
    }),
  tieDye: ({ second, accent }: Ink): Tile =>
    scatter(randomFrom('tie dye'), 300, 9, (random) => {
      const size = 40 + random.next() * 50;
      return [1, 0.8, 0.6, 0.4]
        .map(
          (part, i) =>
            `<circle r="${size * part}" fill="none" stroke="${i % 2 ? accent : second}" stroke-width="${9 * part + 3}" stroke-opacity=".28"/>`,
        )
        .join('');
    }),
};
