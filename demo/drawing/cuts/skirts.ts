import { fold } from '../cloth/garment.js';
import type { Fold, Garment, Part } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { mirror, shift, whole } from '../cloth/geometry.js';
import { button, buttons, label, seam, stitches } from '../cloth/stitching.js';

/** The inside of the back and the band itself, at half width `half` and height `y`. */
function waist(half: number, y: number, depth: number, loose?: Part['loose']): Part[] {
  const [left, right] = [480 - half, 480 + half];
  return [
    {
      outline: `M${left},${y - depth + 6} C${left + half * 0.6},${y - depth - 8} ${right - half * 0.6},${y - depth - 8} ${right},${y - depth + 6} L${right},${y + 10} L${left},${y + 10} Z`,
      cloth: 'lining',
      puff: 0.1,
      drape: 0,
      details: () => label(480, y - depth + 2, 56),
    },
    {
      outline: `M${left},${y - depth + 6} C${left + half * 0.5},${y - depth + 24} ${right - half * 0.5},${y - depth + 24} ${right},${y - depth + 6} L${right + 5},${y + 4} C${right - half * 0.5},${y + 24} ${left + half * 0.5},${y + 24} ${left - 5},${y + 4} Z`,
      puff: 0.3,
      drape: 0,
      details: (ink) =>
        stitches(
          `M${left},${y - 4} C${left + half * 0.5},${y + 16} ${right - half * 0.5},${y + 16} ${right},${y - 4}`,
          ink,
        ),
      loose,
    },
  ];
}

/** Folds that fan out from the waist to the hem: x at the waist, x at the hem, from top to bottom. */
const fan = (lines: readonly (readonly [number, number, number])[], top: number, bottom: number): Fold[] =>
  lines.map(([from, to, height], i) =>
    fold(
      [from, top + (i % 3) * 40],
      [(from + to) / 2 + (to - from) * 0.08, (top + bottom) / 2],
      [to, bottom],
      62,
      height,
    ),
  );

/** A flared skirt to the knee; `isButtoned` closes it down the front. */
export function aLineSkirt(isButtoned = false): Garment {
  const hem = 'M786,1030 C700,1072 590,1090 480,1090';
  const body = whole('M480,292 L622,276 C650,420 730,780 786,1030 C700,1072 590,1090 480,1090');
  const pocket = 'M556,402 L630,390 L648,500 L564,518 Z';
  const [waistInside, waistband] = waist(142, 272, 46, isButtoned ? (ink) => button(480, 268, ink, 11) : undefined);
  return {
    closeUp: [298, 234],
    parts: [
      { outline: 'M190,1020 C300,1056 660,1056 770,1020 L770,1050 L190,1050 Z', cloth: 'lining', puff: 0, drape: 0 },
      waistInside!,
      {
        outline: body,
        puff: 0.8,
        drape: isButtoned ? 0.5 : 0.8,
        folds: fan(
          [
            [420, 330, 0.6],
            [380, 260, -0.5],
            [540, 640, 0.55],
            [580, 712, -0.5],
            [470, 440, -0.4],
            [510, 540, 0.45],
          ],
          360,
          1100,
        ),
        details: (ink) => stitches(shift(hem, 0, -24), ink) + stitches(shift(mirror(hem), 0, -24), ink),
      },
      ...(isButtoned
        ? [
            {
              outline: 'M456,284 L504,284 L504,1092 L456,1092 Z',
              puff: 0.05,
              drape: 0,
              details: (ink: Ink) =>
                stitches('M463,284 V1092', ink) + stitches('M497,284 V1092', ink) + buttons(480, 344, 1000, 7, ink, 11),
            },
            ...[pocket, mirror(pocket)].map((outline): Part => ({
              outline,
              turn: -10,
              puff: 0.1,
              drape: 0,
              details: (ink) => stitches(outline, ink, 4),
            })),
          ]
        : []),
      waistband!,
    ],
  };
}

/** A pleated skirt: knife pleats from a narrow band, calf-long or mini. */
export function pleatedSkirt(length: 'midi' | 'mini' = 'midi'): Garment {
  const [top, bottom, spread, half] = length === 'midi' ? [216, 1110, 296, 134] : [330, 880, 310, 158];
  const count = 11;
  const at = (i: number, width: number) => 480 - width + ((2 * width) / count) * i;
  const sag = (i: number) => Math.sin((i / count) * Math.PI) * 40;
  let hem = '';
  for (let i = count; i > 0; i--) {
    const [x, next] = [at(i, spread), at(i - 1, spread)];
    hem += `L${x},${bottom + sag(i)} L${next + 5},${bottom + sag(i - 0.5) + 16} L${next},${bottom + sag(i - 1)} `;
  }
  const body = `M${480 - half},${top} C${480 - half * 0.5},${top + 20} ${480 + half * 0.5},${top + 20} ${480 + half},${top} C${480 + half + 34},${top + 150} ${480 + spread - 16},${bottom - 300} ${480 + spread},${bottom} ${hem}C${480 - spread + 16},${bottom - 300} ${480 - half - 34},${top + 150} ${480 - half},${top} Z`;
  const edges = Array.from({ length: count - 1 }, (_, i) => ({ from: at(i + 1, half), to: at(i + 1, spread) }));
  const line = ({ from, to }: { from: number; to: number }, i: number) =>
    `M${from},${top + 10} C${from + (from - 480) * 0.3},${top + 160} ${to - (to - from) * 0.06},${bottom - 300} ${to},${bottom + sag(i + 1)}`;
  const [inside, band] = waist(half, top, 48);
  return {
    closeUp: [298, top - 70],
    frame: length === 'mini' ? [96, 94, 768] : undefined,
    parts: [
      inside!,
      {
        outline: body,
        puff: 0.6,
        drape: 0.2,
        folds: edges.flatMap(({ from, to }) => [
          fold([from + 6, top + 30], [(from + to) / 2 + 12, (top + bottom) / 2], [to + 20, bottom + 40], 34, 0.8),
          fold([from - 6, top + 30], [(from + to) / 2 - 8, (top + bottom) / 2], [to - 8, bottom + 40], 26, -0.8),
        ]),
        details: (ink) => edges.map((edge, i) => seam(line(edge, i), ink, 2)).join(''),
      },
      band!,
    ],
  };
}

/** A straight denim or wool mini skirt with a fly and pockets. */
export function miniSkirt(): Garment {
  const hem = 'M700,880 C620,900 550,906 480,906';
  const [inside, band] = waist(168, 356, 50, (ink) => button(482, 352, ink, 11));
  return {
    closeUp: [298, 306],
    frame: [160, 176, 640],
    parts: [
      inside!,
      {
        outline: whole('M480,376 L650,360 C672,440 688,560 700,880 C620,900 550,906 480,906'),
        puff: 0.8,
        drape: 0.4,
        folds: [
          fold([650, 440], [600, 500], [540, 520], 40, 0.4),
          fold([310, 440], [370, 510], [420, 530], 40, -0.4),
          fold([560, 600], [570, 760], [560, 900], 50, 0.35),
        ],
        details: (ink) =>
          seam('M480,360 V906', ink) +
          stitches('M524,376 V520 C524,560 508,582 486,592', ink) +
          stitches(shift(hem, 0, -20), ink) +
          stitches(shift(mirror(hem), 0, -20), ink) +
          seam('M556,372 C560,430 610,462 684,462 M404,372 C400,430 350,462 276,462', ink) +
          stitches('M564,372 C568,424 614,454 682,454 M396,372 C392,424 346,454 278,454', ink),
      },
      band!,
    ],
  };
}
