import { fold } from '../cloth/garment.js';
import type { Garment, Part } from '../cloth/garment.js';
import { mirror, pair, shift } from '../cloth/geometry.js';
import { button, buttons, label, seam, stitches } from '../cloth/stitching.js';
import { bodice, bodyFolds, shoulderSeams, sleeves } from './bodice.js';
import type { Measures } from './bodice.js';

const SHIRT: Measures = { neck: [78, 242, 62], shoulder: [230, 300], pit: [240, 520], hem: [238, 1030, 74] };
export const BLOUSE: Measures = {
  neck: [74, 250, 60],
  shoulder: [206, 306],
  pit: [212, 506],
  waist: 200,
  hem: [216, 980, 30],
};

/** The two leaves of a pointed collar and what is seen behind them. */
export function shirtCollar(dy = 0): Part[] {
  const leaf = shift(
    'M480,304 C512,292 546,266 560,230 C580,246 594,268 602,294 L552,384 C522,364 498,336 480,304 Z',
    0,
    dy,
  );
  const edge = shift('M594,296 L550,371 C524,353 503,328 488,306', 0, dy);
  return [
    { outline: leaf, turn: 38, puff: 0.18, drape: 0, details: (ink) => stitches(edge, ink) },
    { outline: mirror(leaf), turn: -38, puff: 0.18, drape: 0, details: (ink) => stitches(mirror(edge), ink) },
  ];
}

/** The inside of the collar, behind the neck. */
export function collarInside(dy = 0): Part {
  return {
    outline: shift('M400,238 C424,206 536,206 560,238 C548,276 512,302 480,308 C448,302 412,276 400,238 Z', 0, dy),
    cloth: 'lining',
    puff: 0.25,
    drape: 0.1,
    details: (ink) => seam(shift('M400,250 C430,234 530,234 560,250', 0, dy), ink, 1.4) + label(480, 246 + dy, 54),
  };
}

/** A button placket down the middle, in the garment's own cloth. */
export function placket(from: number, to: number, count: number, first = 34): Part {
  return {
    outline: `M462,${from} L498,${from} L498,${to} L462,${to} Z`,
    puff: 0.04,
    drape: 0,
    details: (ink) =>
      stitches(`M468,${from} V${to}`, ink) +
      stitches(`M492,${from} V${to}`, ink) +
      buttons(480, from + first, to - 90, count, ink, 7.5),
  };
}

/** A chest pocket with a pointed bottom; `x` is its left edge. */
export function chestPocket(x: number, y: number, width = 96, height = 116): Part {
  const [right, middle] = [x + width, x + width / 2];
  return {
    outline: `M${x},${y} L${right},${y} L${right},${y + height - 20} L${middle},${y + height} L${x},${y + height - 20} Z`,
    puff: 0.05,
    drape: 0,
    details: (ink) =>
      stitches(
        `M${x + 5},${y} V${y + height - 23} L${middle},${y + height - 6} L${right - 5},${y + height - 23} V${y}`,
        ink,
      ) + seam(`M${x},${y + 20} H${right}`, ink, 1.3),
  };
}

/** A pair of shirt cuffs at the end of long sleeves. */
function cuffs(): Part[] {
  const outline = 'M872,920 L880,992 C856,1000 826,1004 800,1004 L790,934 C816,936 848,930 872,920 Z';
  const edge = 'M878,984 C856,992 826,996 802,996';
  return [outline, mirror(outline)].map((cuff, i) => ({
    outline: cuff,
    turn: i ? 8 : -8,
    puff: 0.35,
    drape: 0,
    details: (ink) =>
      stitches(i ? mirror(edge) : edge, ink) +
      seam(i ? mirror('M872,926 C848,936 816,942 790,940') : 'M872,926 C848,936 816,942 790,940', ink, 1.2) +
      button(i ? 138 : 822, 968, ink, 6.5),
  }));
}

/** A long-sleeved shirt with a rounded hem; `hasPocket` puts one on the chest. */
export function shirt(hasPocket = true): Garment {
  const lines = bodice(SHIRT);
  return {
    closeUp: [308, 188],
    parts: [
      collarInside(),
      ...sleeves(SHIRT, { outer: [874, 930], inner: [790, 944] }, (_edge, ink, side) =>
        seam(side > 0 ? 'M838,930 C832,890 830,860 832,820' : 'M122,930 C128,890 130,860 128,820', ink, 1.6),
      ),
      ...cuffs(),
      {
        outline: lines.body,
        folds: bodyFolds(SHIRT),
        puff: 0.8,
        drape: 0.6,
        details: (ink) =>
          lines.hems.map((hem) => stitches(shift(hem, 0, -9), ink)).join('') +
          [shift(lines.shoulders[0]!, 0, 26), shift(lines.shoulders[1]!, 0, 26)]
            .map((yoke) => seam(yoke, ink, 1.3))
            .join('') +
          shoulderSeams(lines, ink),
      },
      placket(300, 1108, 7),
      ...(hasPocket ? [chestPocket(552, 470)] : []),
      ...shirtCollar(),
    ],
  };
}

/** The back of a long-sleeved shirt: yoke, box pleat with its loop, collar folded down. */
export function shirtBack(): Garment {
  const measures: Measures = { ...SHIRT, neck: [78, 242, 8] };
  const lines = bodice(measures);
  return {
    closeUp: [308, 186],
    parts: [
      ...sleeves(measures, { outer: [874, 930], inner: [790, 944] }),
      ...cuffs(),
      {
        outline: lines.body,
        folds: [...bodyFolds({ ...measures, pit: [240, 560] }), fold([480, 400], [486, 600], [480, 900], 46, 0.4)],
        puff: 0.8,
        drape: 0.7,
        details: (ink) =>
          seam('M262,390 C360,404 600,404 698,390', ink, 1.8) +
          stitches('M262,397 C360,411 600,411 698,397', ink) +
          seam('M462,402 L466,640', ink, 1.4) +
          seam('M498,402 L494,640', ink, 1.4) +
          `<path d="M474,398V422H486V398" fill="none" stroke="${ink.seam}" stroke-width="3"/>` +
          lines.hems.map((hem) => stitches(shift(hem, 0, -9), ink)).join(''),
      },
      {
        outline:
          'M396,246 C420,214 540,214 564,246 C572,262 578,276 580,290 C540,306 420,306 380,290 C382,276 388,262 396,246 Z',
        puff: 0.3,
        drape: 0,
        details: (ink) => stitches('M384,284 C424,298 536,298 576,284', ink),
      },
    ],
  };
}

/** A short-sleeved shirt with an open camp collar, straight at the hem: for summer prints. */
export function campShirt(): Garment {
  const measures: Measures = { neck: [82, 250, 120], shoulder: [246, 310], pit: [258, 540], hem: [262, 1030, 16] };
  const lines = bodice(measures);
  const lapel =
    'M480,404 C510,360 548,300 562,238 C584,252 600,272 610,294 L640,330 L588,360 L600,388 C560,404 516,410 480,404 Z';
  return {
    closeUp: [308, 206],
    parts: [
      {
        outline: 'M398,244 C424,212 536,212 562,244 C550,310 510,376 480,410 C450,376 410,310 398,244 Z',
        cloth: 'lining',
        puff: 0.2,
        drape: 0,
        details: () => label(480, 250, 54),
      },
      ...sleeves(measures, { outer: [884, 606], inner: [752, 648] }, (edge, ink, side) =>
        stitches(shift(edge, -9 * side, -24), ink),
      ),
      {
        outline: lines.body,
        folds: bodyFolds(measures),
        puff: 0.8,
        drape: 0.8,
        details: (ink) =>
          lines.hems.map((hem) => stitches(shift(hem, 0, -18), ink)).join('') + shoulderSeams(lines, ink),
      },
      placket(396, 1044, 5, 40),
      chestPocket(562, 500, 108, 120),
      { outline: lapel, turn: 24, puff: 0.15, drape: 0, details: (ink) => seam('M562,300 L640,330', ink, 1.4) },
      {
        outline: mirror(lapel),
        turn: -24,
        puff: 0.15,
        drape: 0,
        details: (ink) => seam('M398,300 L320,330', ink, 1.4),
      },
    ],
  };
}

/** A soft blouse with a bow at the neck and gathered sleeves. */
export function blouse(): Garment {
  const lines = bodice(BLOUSE);
  const loop = 'M486,318 C520,286 574,278 596,300 C606,320 590,346 560,348 C530,348 506,334 486,326 Z';
  const tail = 'M484,328 C508,360 528,430 536,520 C520,530 506,532 492,526 C490,450 484,380 474,332 Z';
  const cuff = 'M850,860 L854,916 C832,924 808,926 786,924 L782,868 C806,872 830,868 850,860 Z';
  return {
    closeUp: [308, 198],
    parts: [
      { outline: lines.inside, cloth: 'lining', puff: 0.1, drape: 0, details: () => label(480, 262, 48) },
      ...sleeves(BLOUSE, { outer: [862, 868], inner: [774, 880] }, undefined, { drape: 1.3 }),
      { outline: cuff, turn: -4, puff: 0.3, drape: 0, details: (ink) => button(806, 898, ink, 6) },
      { outline: mirror(cuff), turn: 4, puff: 0.3, drape: 0, details: (ink) => button(154, 898, ink, 6) },
      {
        outline: lines.body,
        folds: [
          ...bodyFolds(BLOUSE),
          fold([440, 330], [420, 420], [400, 520], 34, 0.45),
          fold([524, 336], [548, 430], [560, 520], 34, -0.45),
        ],
        puff: 0.85,
        drape: 1.3,
        details: (ink) =>
          lines.hems.map((hem) => stitches(shift(hem, 0, -14), ink)).join('') +
          shoulderSeams(lines, ink) +
          seam('M480,330 V1010', ink, 1.4) +
          buttons(490, 420, 900, 7, ink, 6),
      },
      { outline: shift(lines.neckline, 0, 0), band: 26, cloth: 'plain', puff: 0.3, drape: 0 },
      { outline: tail, puff: 0.4, drape: 0.8, folds: [fold([482, 340], [506, 420], [514, 520], 16, -0.5)] },
      {
        outline: mirror(shift(tail, 4, -18)),
        puff: 0.4,
        drape: 0.8,
        folds: [fold([474, 330], [452, 410], [446, 500], 16, 0.5)],
      },
      {
        outline: pair(loop),
        puff: 0.6,
        drape: 0.3,
        folds: [fold([494, 322], [530, 308], [580, 310], 14, -0.6), fold([466, 322], [430, 308], [380, 310], 14, -0.6)],
      },
      {
        outline:
          'M466,304 C476,298 488,298 496,306 C500,318 498,334 492,342 C484,346 472,344 466,338 C460,326 460,314 466,304 Z',
        puff: 0.5,
        drape: 0,
      },
    ],
  };
}
