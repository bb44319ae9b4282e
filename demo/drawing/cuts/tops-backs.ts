import { fold } from '../cloth/garment.js';
import type { Fold, Garment, Part } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { mirror, shift } from '../cloth/geometry.js';
import { seam, stitches } from '../cloth/stitching.js';
import { bodice, bodyFolds, hemStitches, shoulderSeams, sleeves } from './bodice.js';
import type { Measures, SleeveEnd } from './bodice.js';
import { HOODIE, HOODIE_SLEEVE, KNIT, KNIT_SLEEVE, ribCuffs, ribHem } from './knits.js';
import { BLOUSE } from './shirts.js';
import { REGULAR, sleeveStitches } from './tees.js';

/*
 * The backs of tops. A back has the sleeves and the hem of its front, a high neck, and no closing.
 */

interface TopBack {
  measures: Measures;
  sleeve: SleeveEnd;
  finish?: Parameters<typeof sleeves>[2];
  sleeveOptions?: Partial<Part>;
  /** How far the neckline lies below the shoulders. */
  neck?: number;
  puff?: number;
  drape?: number;
  folds?: Fold[];
  /** Between the sleeves and the body, as cuffs. */
  under?: Part[];
  /** Over the body, as a collar. */
  over?: Part[];
  /** Seams and stitches on the body. */
  details?: (ink: Ink, lines: ReturnType<typeof bodice>) => string;
}

/** The back of an upper body. */
export function topBack({
  measures: front,
  sleeve,
  finish,
  sleeveOptions,
  neck = 16,
  puff = 0.8,
  drape = 0.7,
  folds = [],
  under = [],
  over = [],
  details = () => '',
}: TopBack): Garment {
  const measures: Measures = { ...front, neck: [front.neck[0], front.neck[1], neck] };
  const lines = bodice(measures);
  const lowered: Measures = { ...measures, pit: [measures.pit[0], measures.pit[1] + 26] };
  return {
    closeUp: [308, Math.max(0, front.neck[1] - 60)],
    parts: [
      ...sleeves(measures, sleeve, finish, sleeveOptions),
      ...under,
      {
        outline: lines.body,
        folds: [...bodyFolds(lowered), ...folds],
        puff,
        drape,
        details: (ink) => shoulderSeams(lines, ink) + details(ink, lines),
      },
      ...over,
    ],
  };
}

/** A collar that is folded down, seen from behind; `half` is its half width, `y` the height of the shoulders at the neck. */
export function foldedCollar(half: number, y: number, options: Partial<Part> = {}): Part {
  const at = (dx: number, dy: number) => `${480 + dx},${y + dy}`;
  const edge = `M${at(-half - 12, 40)} C${at(-half * 0.5, 56)} ${at(half * 0.5, 56)} ${at(half + 12, 40)}`;
  return {
    outline: `M${at(-half, 2)} C${at(-half * 0.7, -30)} ${at(half * 0.7, -30)} ${at(half, 2)} C${at(half + 8, 18)} ${at(half + 14, 32)} ${at(half + 16, 46)} C${at(half * 0.5, 64)} ${at(-half * 0.5, 64)} ${at(-half - 16, 46)} C${at(-half - 14, 32)} ${at(-half - 8, 18)} ${at(-half, 2)} Z`,
    puff: 0.3,
    drape: 0,
    details: (ink) => stitches(edge, ink),
    ...options,
  };
}

/** A knitted or bound neckline. */
const neckBand = ([half, y]: Measures['neck'], width: number, cloth: Part['cloth'] = 'rib'): Part => ({
  outline: `M${480 - half},${y} C${480 - half * 0.6},${y + 18} ${480 + half * 0.6},${y + 18} ${480 + half},${y}`,
  band: width,
  cloth,
  puff: 0.25,
  drape: 0,
});

export function poloBack(isTipped = false): Garment {
  const measures: Measures = { ...REGULAR, neck: [86, 246, 60], hem: [250, 1052, 18] };
  const tip = 'M394,282 C430,296 530,296 566,282';
  return topBack({
    measures,
    sleeve: { outer: [852, 556], inner: [736, 604] },
    finish: (edge, ink, side) =>
      `<path d="${shift(edge, -5 * side, -12)}" fill="none" stroke="${ink.seam}" stroke-opacity=".35" stroke-width="34" stroke-dasharray="2.4 5"/>`,
    details: (ink, lines) => hemStitches(lines.hems, ink),
    over: [
      foldedCollar(86, 246, {
        cloth: 'plain',
        details: (ink) =>
          isTipped ? `<path d="${tip}" fill="none" stroke="${ink.accent}" stroke-width="5"/>` : stitches(tip, ink),
      }),
    ],
  });
}

/** The back of a sleeveless top: broad between the shoulder blades. */
export function tankBack(): Garment {
  const neck = 'M376,262 C400,318 440,334 480,334 C520,334 560,318 584,262';
  const arm = 'M640,264 C630,350 634,430 684,486';
  const hem = 'M686,968 C620,984 550,988 480,988';
  return {
    closeUp: [308, 216],
    frame: [96, 112, 768],
    parts: [
      {
        outline:
          'M480,334 C520,334 560,318 584,262 C600,258 622,258 640,264 C630,350 634,430 684,486 C668,620 672,800 686,968 C620,984 550,988 480,988 C410,988 340,984 274,968 C288,800 292,620 276,486 C326,430 330,350 320,264 C338,258 360,258 376,262 C400,318 440,334 480,334 Z',
        folds: bodyFolds({ neck: [104, 262, 60], shoulder: [160, 264], pit: [204, 516], hem: [206, 968, 20] }),
        puff: 0.85,
        drape: 0.8,
        details: (ink) => hemStitches([hem, mirror(hem)], ink),
      },
      { outline: neck, band: 11, cloth: 'plain', puff: 0.1, drape: 0 },
      { outline: arm, band: 10, cloth: 'plain', puff: 0.1, drape: 0 },
      { outline: mirror(arm), band: 10, cloth: 'plain', puff: 0.1, drape: 0 },
    ],
  };
}

/** The back of a camp-collar shirt: a straight yoke and a loop. */
export const campShirtBack = (): Garment =>
  topBack({
    measures: { neck: [82, 250, 120], shoulder: [246, 310], pit: [258, 540], hem: [262, 1030, 16] },
    sleeve: { outer: [884, 606], inner: [752, 648] },
    finish: (edge, ink, side) => stitches(shift(edge, -9 * side, -24), ink),
    drape: 0.9,
    folds: [fold([480, 410], [486, 640], [480, 940], 46, 0.4)],
    details: (ink, lines) =>
      seam('M250,396 C360,408 600,408 710,396', ink) +
      stitches('M250,403 C360,415 600,415 710,403', ink) +
      lines.hems.map((hem) => stitches(shift(hem, 0, -18), ink)).join(''),
    over: [foldedCollar(84, 250)],
  });

/** The back of a bow blouse: a keyhole closed by one button. */
export function blouseBack(): Garment {
  const cuff = 'M850,860 L854,916 C832,924 808,926 786,924 L782,868 C806,872 830,868 850,860 Z';
  return topBack({
    measures: BLOUSE,
    sleeve: { outer: [862, 868], inner: [774, 880] },
    sleeveOptions: { drape: 1.3 },
    drape: 1.2,
    folds: [fold([440, 330], [420, 440], [400, 560], 34, 0.45), fold([524, 336], [548, 450], [560, 560], 34, -0.45)],
    under: [cuff, mirror(cuff)].map((outline, i): Part => ({ outline, turn: i ? 4 : -4, puff: 0.3, drape: 0 })),
    details: (ink, lines) =>
      `<path d="M480,290 C466,320 468,352 480,372 C492,352 494,320 480,290 Z" fill="${ink.seam}" fill-opacity=".55"/>` +
      stitches('M472,288 C458,320 462,360 480,382 C498,360 502,320 488,288', ink) +
      lines.hems.map((hem) => stitches(shift(hem, 0, -14), ink)).join(''),
    over: [neckBand(BLOUSE.neck, 26, 'plain')],
  });
}

/** The back of a jumper, cardigan or sweatshirt. */
export function knitBack(neck: 'crew' | 'roll' | 'cardigan' | 'raglan'): Garment {
  const roll: Part = {
    outline:
      'M384,228 C384,196 396,172 416,164 C450,152 510,152 544,164 C564,172 576,196 576,228 C576,262 574,282 568,296 C540,314 420,314 392,296 C386,282 384,262 384,228 Z',
    cloth: 'rib',
    puff: 0.55,
    drape: 0.1,
  };
  const raglan = 'M570,270 C610,360 670,470 734,552';
  return topBack({
    measures: KNIT,
    sleeve: KNIT_SLEEVE,
    sleeveOptions: { puff: 1, drape: 0.5 },
    under: ribCuffs(KNIT_SLEEVE),
    puff: 1,
    details: (ink) =>
      neck === 'raglan'
        ? seam(raglan, ink) + seam(mirror(raglan), ink) + stitches(shift(raglan, -8, 6), ink)
        : neck === 'cardigan'
          ? seam('M300,372 C400,384 560,384 660,372', ink, 1.4)
          : '',
    over: [ribHem(KNIT), neck === 'roll' ? roll : neckBand(KNIT.neck, neck === 'crew' ? 34 : 30)],
  });
}

/** The back of a hoodie: the hood lies over the shoulders; a zipped one has a seam down the middle. */
export function hoodieBack(isZipped = false): Garment {
  const hood =
    'M384,300 C396,270 440,256 480,256 C520,256 564,270 576,300 C612,350 626,420 604,486 C576,556 520,600 480,612 C440,600 384,556 356,486 C334,420 348,350 384,300 Z';
  return topBack({
    measures: HOODIE,
    sleeve: HOODIE_SLEEVE,
    sleeveOptions: { puff: 1, drape: 0.6 },
    under: ribCuffs(HOODIE_SLEEVE),
    puff: 1,
    details: (ink) => (isZipped ? seam('M480,380 V1020', ink, 1.6) : ''),
    over: [
      ribHem(HOODIE),
      {
        outline: hood,
        puff: 0.9,
        drape: 0.4,
        folds: [
          fold([370, 400], [430, 470], [476, 580], 40, 0.5),
          fold([590, 400], [530, 470], [484, 580], 40, -0.5),
          fold([400, 300], [480, 330], [560, 300], 30, 0.4),
        ],
        details: (ink) =>
          seam('M480,258 V612', ink, 2) + stitches('M488,258 V606', ink) + stitches('M472,258 V606', ink),
      },
    ],
  });
}

export function knitPoloBack(): Garment {
  const measures: Measures = { neck: [84, 262, 60], shoulder: [228, 318], pit: [238, 520], hem: [232, 940, 12] };
  return topBack({
    measures,
    sleeve: { outer: [846, 566], inner: [732, 610] },
    finish: (edge, ink, side) => seam(shift(edge, -11 * side, -30), ink, 1.3) + sleeveStitches(edge, ink, side),
    puff: 1,
    drape: 0.6,
    over: [ribHem(measures, 54), foldedCollar(86, 262, { cloth: 'plain' })],
  });
}
