import { fold } from '../cloth/garment.js';
import type { Garment, Part } from '../cloth/garment.js';
import { mirror, shift } from '../cloth/geometry.js';
import { button, buttons, label, seam, stitches } from '../cloth/stitching.js';
import { bodice, bodyFolds, shoulderSeams, sleeves } from './bodice.js';
import type { Measures } from './bodice.js';

export const KNIT: Measures = { neck: [92, 262, 66], shoulder: [246, 324], pit: [256, 552], hem: [246, 980, 12] };
export const HOODIE: Measures = { neck: [104, 312, 44], shoulder: [252, 356], pit: [262, 580], hem: [254, 1020, 10] };
export const KNIT_SLEEVE = { outer: [888, 926], inner: [804, 942] } as const;
export const HOODIE_SLEEVE = { outer: [890, 964], inner: [806, 980] } as const;

/** Ribbed ends of both sleeves, for a sleeve that ends at `outer` and `inner`. */
export function ribCuffs({
  outer: [ox, oy],
  inner: [ix, iy],
}: {
  outer: readonly [number, number];
  inner: readonly [number, number];
}): Part[] {
  const outline = `M${ox - 2},${oy - 6} C${ox + 4},${oy + 20} ${ox - 2},${oy + 44} ${ox - 8},${oy + 66} C${ox - 30},${oy + 74} ${ix + 26},${iy + 62} ${ix + 6},${iy + 60} C${ix + 2},${iy + 40} ${ix - 4},${iy + 16} ${ix},${iy - 6} C${ix + 26},${iy - 2} ${ox - 24},${oy + 2} ${ox - 2},${oy - 6} Z`;
  return [
    { outline, cloth: 'rib', turn: -8, puff: 0.4, drape: 0 },
    { outline: mirror(outline), cloth: 'rib', turn: 8, puff: 0.4, drape: 0 },
  ];
}

/** A ribbed band under the body. */
export function ribHem({ hem: [hx, hy, drop] }: Measures, depth = 66): Part {
  const [left, right] = [480 - hx, 480 + hx];
  return {
    outline: `M${left},${hy - 4} C${left + hx * 0.66},${hy + drop + 4} ${right - hx * 0.66},${hy + drop + 4} ${right},${hy - 4} C${right + 2},${hy + depth * 0.5} ${right - 8},${hy + depth} ${right - 14},${hy + depth} C${right - hx * 0.66},${hy + depth + drop + 4} ${left + hx * 0.66},${hy + depth + drop + 4} ${left + 14},${hy + depth} C${left + 8},${hy + depth} ${left - 2},${hy + depth * 0.5} ${left},${hy - 4} Z`,
    cloth: 'rib',
    puff: 0.35,
    drape: 0.15,
  };
}

/** A jumper with ribbed neck, hem and cuffs; `rollNeck` gives it a high folded collar. */
export function sweater(neck: 'crew' | 'roll' = 'crew'): Garment {
  const lines = bodice(KNIT);
  const roll: Part[] = [
    {
      outline:
        'M392,270 C388,220 400,178 420,170 C450,160 510,160 540,170 C560,178 572,220 568,270 C560,316 520,332 480,332 C440,332 400,316 392,270 Z',
      cloth: 'rib',
      puff: 0.5,
      drape: 0,
    },
    {
      outline:
        'M384,228 C384,196 396,172 416,164 C450,152 510,152 544,164 C564,172 576,196 576,228 C576,262 574,282 568,296 C540,318 420,318 392,296 C386,282 384,262 384,228 Z',
      cloth: 'rib',
      puff: 0.55,
      drape: 0.1,
    },
    { outline: 'M416,166 C450,154 510,154 544,166 C530,182 430,182 416,166 Z', cloth: 'lining', puff: 0, drape: 0 },
  ];
  return {
    closeUp: neck === 'roll' ? [298, 142] : [298, 196],
    parts: [
      { outline: lines.inside, cloth: 'lining', puff: 0.1, drape: 0, details: () => label(480, 282) },
      ...sleeves(KNIT, KNIT_SLEEVE, undefined, { puff: 1, drape: 0.5 }),
      ...ribCuffs(KNIT_SLEEVE),
      { outline: lines.body, folds: bodyFolds(KNIT), puff: 1, drape: 0.7, details: (ink) => shoulderSeams(lines, ink) },
      ribHem(KNIT),
      ...(neck === 'roll'
        ? roll
        : [{ outline: shift(lines.neckline, 0, 2), band: 34, cloth: 'rib', puff: 0.3, drape: 0 } satisfies Part]),
    ],
  };
}

/** A V-neck cardigan with a buttoned band and two patch pockets. */
export function cardigan(): Garment {
  const measures: Measures = { ...KNIT, neck: [86, 262, 300] };
  const lines = bodice({ ...KNIT, neck: [86, 262, 66] });
  const opening = 'M394,262 C410,390 450,520 480,566 C510,520 550,390 566,262 C540,274 420,274 394,262 Z';
  const pocket = 'M560,790 L684,790 L682,930 C682,938 676,942 668,942 L576,942 C568,942 562,938 562,930 Z';
  const band = 'M394,258 C410,392 446,514 480,570 L480,1040';
  const bandRight = 'M566,258 C550,392 514,514 480,570';
  return {
    closeUp: [304, 438],
    parts: [
      ...sleeves(measures, KNIT_SLEEVE, undefined, { puff: 1, drape: 0.5 }),
      ...ribCuffs(KNIT_SLEEVE),
      { outline: lines.body, folds: bodyFolds(KNIT), puff: 1, drape: 0.7, details: (ink) => shoulderSeams(lines, ink) },
      ribHem(KNIT),
      { outline: opening, cloth: 'lining', puff: 0.1, drape: 0.2, details: () => label(480, 286) },
      ...[pocket, mirror(pocket)].map((outline, i): Part => ({
        outline,
        puff: 0.15,
        drape: 0,
        details: (ink) => seam(i ? 'M274,816 H400' : 'M560,816 H686', ink, 1.6),
      })),
      { outline: bandRight, band: 30, cloth: 'rib', puff: 0.2, drape: 0 },
      {
        outline: band,
        band: 32,
        cloth: 'rib',
        puff: 0.2,
        drape: 0,
        loose: (ink) => buttons(480, 604, 1010, 5, ink, 11),
      },
    ],
  };
}

/** A hooded sweatshirt with drawcords and a kangaroo pocket; `isZipped` opens it in front. */
export function hoodie(isZipped = false): Garment {
  const lines = bodice(HOODIE);
  const pocket =
    'M350,800 C358,780 372,770 390,770 L570,770 C588,770 602,780 610,800 L652,930 C654,960 650,980 646,1000 L314,1000 C310,980 306,960 308,930 Z';
  const hood =
    'M480,140 C566,140 612,200 622,280 C628,330 646,352 664,372 C620,410 540,432 480,436 C420,432 340,410 296,372 C314,352 332,330 338,280 C348,200 394,140 480,140 Z';
  const opening =
    'M480,190 C524,190 552,226 556,286 C560,340 530,390 480,424 C430,390 400,340 404,286 C408,226 436,190 480,190 Z';
  const cord = (path: string, x: number, y: number) => (color: string, dark: string) =>
    `<path d="${path}" fill="none" stroke="${dark}" stroke-opacity=".5" stroke-width="10" transform="translate(2,4)"/>` +
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="8.5" stroke-linecap="round"/>` +
    `<rect x="${x - 5}" y="${y - 4}" width="10" height="28" rx="3" fill="#b9b4aa"/>`;
  return {
    closeUp: [292, 136],
    parts: [
      ...sleeves(HOODIE, HOODIE_SLEEVE, undefined, { puff: 1, drape: 0.6 }),
      ...ribCuffs(HOODIE_SLEEVE),
      {
        outline: lines.body,
        folds: bodyFolds(HOODIE),
        puff: 1,
        drape: 0.7,
        details: (ink) => shoulderSeams(lines, ink),
      },
      ribHem(HOODIE),
      {
        outline: pocket,
        puff: 0.2,
        drape: 0.3,
        details: (ink) =>
          stitches('M602,806 L642,930 M358,806 L318,930', ink) +
          stitches('M610,800 L650,926 M350,800 L310,926', ink) +
          stitches('M372,778 H588', ink),
      },
      {
        outline: hood,
        puff: 1,
        drape: 0.3,
        folds: [
          fold([360, 300], [390, 360], [440, 400], 26, -0.5),
          fold([600, 300], [570, 362], [520, 402], 26, 0.5),
          fold([372, 220], [400, 160], [460, 146], 22, 0.4),
        ],
      },
      {
        outline: opening,
        cloth: 'lining',
        puff: 0.4,
        drape: 0.2,
        folds: [fold([480, 190], [474, 260], [480, 330], 30, -0.4)],
        details: (ink) => seam('M480,184 C476,230 476,270 480,300', ink, 1.6) + label(480, 308, 54),
      },
      {
        outline:
          'M404,286 C408,226 436,190 480,190 C524,190 552,226 556,286 C560,340 530,390 480,424 C430,390 400,340 404,286',
        band: 24,
        cloth: 'plain',
        puff: 0.4,
        drape: 0,
        loose: (ink) => {
          const eyelet = (x: number) =>
            `<circle cx="${x}" cy="366" r="7" fill="#6c675f"/><circle cx="${x}" cy="366" r="3.4" fill="#1a1420"/>`;
          return (
            eyelet(430) +
            eyelet(530) +
            cord('M430,368 C420,430 436,500 424,566', 424, 570)(ink.stitch, ink.seam) +
            cord('M530,368 C542,420 530,480 538,540', 538, 544)(ink.stitch, ink.seam)
          );
        },
      },
      ...(isZipped ? [zipFront()] : []),
    ],
  };
}

function zipFront(): Part {
  return {
    outline: 'M470,404 L490,404 L490,1092 L470,1092 Z',
    color: '#55504a',
    puff: 0.05,
    drape: 0,
    details: (ink) => `<path d="M480,404V1092" stroke="${ink.metal}" stroke-width="8" stroke-dasharray="3.4 2.6"/>`,
    loose: (ink) =>
      `<rect x="473" y="410" width="14" height="22" rx="4" fill="${ink.metal}"/><rect x="476" y="428" width="8" height="36" rx="4" fill="${ink.metal}" stroke="#55504a"/>`,
  };
}

/** A crew-neck sweatshirt: raglan sleeves and the small V under the neck. */
export function sweatshirt(): Garment {
  const lines = bodice(KNIT);
  return {
    closeUp: [298, 196],
    parts: [
      { outline: lines.inside, cloth: 'lining', puff: 0.1, drape: 0, details: () => label(480, 282) },
      ...sleeves(KNIT, KNIT_SLEEVE, undefined, { puff: 1, drape: 0.6 }),
      ...ribCuffs(KNIT_SLEEVE),
      {
        outline: lines.body,
        folds: bodyFolds(KNIT),
        puff: 1,
        drape: 0.7,
        details: (ink) =>
          seam('M570,270 C610,360 670,470 734,552', ink) +
          stitches('M562,276 C602,366 662,476 726,558', ink) +
          seam('M390,270 C350,360 290,470 226,552', ink) +
          stitches('M398,276 C358,366 298,476 234,558', ink) +
          stitches('M452,336 L480,380 L508,336', ink),
      },
      ribHem(KNIT),
      { outline: shift(lines.neckline, 0, 2), band: 30, cloth: 'rib', puff: 0.3, drape: 0 },
    ],
  };
}

/** A knitted polo with an open johnny collar. */
export function knitPolo(): Garment {
  const measures: Measures = { neck: [84, 262, 60], shoulder: [228, 318], pit: [238, 520], hem: [232, 940, 12] };
  const lines = bodice(measures);
  const leaf = 'M484,470 C500,400 540,320 562,246 C588,262 606,290 612,324 L560,400 C530,430 504,452 484,470 Z';
  return {
    closeUp: [304, 202],
    parts: [
      {
        outline: 'M396,252 C424,224 536,224 564,252 C548,330 510,420 480,478 C450,420 412,330 396,252 Z',
        cloth: 'lining',
        puff: 0.15,
        drape: 0,
        details: () => label(480, 262, 52),
      },
      ...sleeves(
        measures,
        { outer: [846, 566], inner: [732, 610] },
        (edge, ink, side) =>
          `<path d="${shift(edge, -6 * side, -14)}" fill="none" stroke="${ink.seam}" stroke-opacity=".3" stroke-width="30" stroke-dasharray="2.6 6"/>${seam(shift(edge, -11 * side, -30), ink, 1.3)}`,
      ),
      {
        outline: lines.body,
        folds: bodyFolds(measures),
        puff: 1,
        drape: 0.6,
        details: (ink) => shoulderSeams(lines, ink),
      },
      ribHem(measures, 54),
      {
        outline: 'M470,470 L490,470 L490,560 L470,560 Z',
        cloth: 'plain',
        puff: 0.05,
        drape: 0,
        details: (ink) => button(480, 500, ink, 7) + button(480, 540, ink, 7),
      },
      { outline: leaf, cloth: 'plain', puff: 0.25, drape: 0 },
      { outline: mirror(leaf), cloth: 'plain', puff: 0.25, drape: 0 },
    ],
  };
}
