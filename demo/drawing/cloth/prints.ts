import { darker, lighter } from './color.js';
import type { Ink } from './ink.js';
import { leafSpray } from './motifs.js';

/** Prints for chests, bags and panels, each drawn around the point 0, 0 and about 200 units wide. */
const at = (x: number, y: number, scale: number, svg: string) =>
  `<g transform="translate(${x},${y}) scale(${scale})">${svg}</g>`;

/** A sun rising over three waves. */
export const sunPrint = ({ second, accent }: Ink) => {
  const wave = (y: number) =>
    `<path d="M-110,${y}q18,-16 36.6,0t36.6,0t36.6,0t36.6,0t36.6,0t36.6,0" fill="none" stroke="${accent}" stroke-width="7" stroke-linecap="round"/>`;
  const rays = [-75, -50, -25, 0, 25, 50, 75]
    .map(
      (turn) =>
        `<path d="M0,-112v-24" stroke="${second}" stroke-width="7" stroke-linecap="round" transform="rotate(${turn})"/>`,
    )
    .join('');
  return at(
    480,
    500,
    0.95,
    `<path d="M-92,0a92,92 0 0 1 184,0Z" fill="${second}"/>${rays}${wave(26)}${wave(56)}${wave(86)}`,
  );
};

/** Three layers of hills under a small sun. */
export const hillsPrint = ({ second, accent }: Ink) =>
  at(
    480,
    500,
    1,
    `<circle cx="44" cy="-64" r="30" fill="${accent}"/>` +
      `<path d="M-120,60C-90,10 -60,-50 -30,-50C0,-50 20,0 40,10C60,-10 80,-20 120,60Z" fill="${lighter(second, 0.5)}"/>` +
      `<path d="M-120,72C-80,40 -50,14 -20,26C10,38 50,10 80,30C100,44 112,60 120,72Z" fill="${lighter(second, 0.2)}"/>` +
      `<path d="M-120,86C-60,58 -20,66 20,62C60,58 100,72 120,86Z" fill="${darker(second, 0.15)}"/>`,
  );

/** A drip filter over a glass of iced milk coffee. */
export const phinPrint = ({ second, accent }: Ink) =>
  at(
    480,
    470,
    0.9,
    `<g fill="none" stroke="${second}" stroke-width="6.5" stroke-linejoin="round" stroke-linecap="round">` +
      '<path d="M-34,-86h68M0,-86v-12M-42,-78v52h84v-52ZM-62,-24H62M-46,-10L-38,108C-38,116 38,116 38,108L46,-10"/><path d="M42,-64h18v24h-18"/></g>' +
      `<path d="M-41,42L-36,104C-30,112 30,112 36,104L41,42Z" fill="${accent}"/><path d="M-8,60l18,-8l6,16l-18,8ZM-26,84l16,-4l4,14l-16,4Z" fill="${second}" fill-opacity=".8"/>` +
      `<path d="M0,-8c6,10 6,16 0,18c-6,-2 -6,-8 0,-18Z" fill="${accent}"/>`,
  );

/** A single lotus in thin lines, for a bag. */
export const lotusPrint = ({ accent }: Ink) => {
  const petal = (turn: number, length: number, width: number) =>
    `<path d="M0,0C${-width},${-length * 0.4} ${-width * 0.7},${-length * 0.86} 0,${-length}C${width * 0.7},${-length * 0.86} ${width},${-length * 0.4} 0,0Z" transform="rotate(${turn})"/>`;
  return at(
    480,
    830,
    1.3,
    `<g fill="none" stroke="${accent}" stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round">${[-78, 78, -52, 52, -26, 26, 0].map((turn) => petal(turn, 104 - Math.abs(turn) * 0.28, 30)).join('')}` +
      '<path d="M0,4C10,50 -6,90 4,150M2,84C-30,60 -74,62 -96,88C-66,108 -26,104 2,84Z"/></g>',
  );
};

/** A lotus branch embroidered up the panel of an áo dài. */
export const lotusBranch = ({ second, accent }: Ink) => {
  const flower = (x: number, y: number, scale: number, turn: number) =>
    `<g transform="translate(${x},${y}) rotate(${turn}) scale(${scale})">${[-64, 64, -38, 38, -14, 14, 0]
      .map(
        (angle) =>
          `<path d="M0,0C-18,-26 -14,-58 0,-70C14,-58 18,-26 0,0Z" transform="rotate(${angle})" fill="${lighter(second, 0.1)}" stroke="${accent}" stroke-width="2.2"/>`,
      )
      .join('')}<circle r="7" cy="-6" fill="${accent}"/></g>`;
  return (
    `<path d="M560,1130C590,1010 520,930 540,830C552,770 600,740 590,660M552,960C500,930 470,930 420,900M545,850C580,830 610,832 640,800" fill="none" stroke="${accent}" stroke-width="4"/>` +
    flower(590, 672, 0.62, 12) +
    flower(420, 906, 0.8, -24) +
    flower(640, 806, 0.5, 36) +
    flower(556, 1010, 1.05, 6) +
    `<g transform="translate(470,1060) rotate(-50)">${leafSpray(80, accent)}</g><g transform="translate(630,960) rotate(50)">${leafSpray(70, accent)}</g>`
  );
};
