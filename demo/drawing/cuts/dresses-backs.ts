import { fold } from '../cloth/garment.js';
import type { Fold, Garment, Part } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { mirror, shift, whole } from '../cloth/geometry.js';
import { seam, stitches } from '../cloth/stitching.js';
import type { Measures } from './bodice.js';
import { slipDress, tieredDress } from './dresses.js';
import { foldedCollar, topBack } from './tops-backs.js';
import { aoDai, linenSet, pajamas } from './vietnamese.js';

/*
 * The backs of dresses, of the áo dài and of suits to wear at home.
 */

/** Folds of a skirt that falls from the waist. */
const SKIRT_FOLDS: Fold[] = [
  fold([560, 660], [600, 880], [650, 1130], 66, 0.55),
  fold([400, 660], [370, 880], [310, 1130], 66, -0.5),
  fold([480, 680], [490, 900], [476, 1140], 50, 0.4),
];

const hemsOf = (lines: { hems: string[] }, ink: Ink) =>
  lines.hems.map((hem) => stitches(shift(hem, 0, -22), ink)).join('');

/** The back of a slip dress: cut low, on straps that cross. */
export function slipDressBack(): Garment {
  const front = slipDress();
  const [, , , body] = front.parts;
  const edge = 'M354,300 C400,372 440,396 480,398 C520,396 560,372 606,300';
  const strap = 'M606,300 C580,230 500,170 414,110';
  return {
    ...front,
    parts: [
      { outline: strap, band: 7, cloth: 'plain', puff: 0.1, drape: 0 },
      { outline: mirror(strap), band: 7, cloth: 'plain', puff: 0.1, drape: 0 },
      {
        ...body!,
        outline: whole(
          'M480,398 C520,396 560,372 606,300 C622,310 630,330 634,350 C640,420 620,480 614,540 C618,660 690,920 712,1130 C640,1160 560,1168 480,1168',
        ),
        folds: body!.folds?.slice(2),
      },
      { outline: edge, band: 9, cloth: 'plain', puff: 0.15, drape: 0 },
    ],
  };
}

/** The back of a straight dress: a keyhole at the neck. */
export const shiftDressBack = (): Garment =>
  topBack({
    measures: { neck: [100, 168, 66], shoulder: [200, 204], pit: [206, 400], hem: [286, 1110, 26] },
    sleeve: { outer: [800, 430], inner: [694, 470] },
    finish: (edge, ink, side) => stitches(shift(edge, -7 * side, -18), ink),
    puff: 0.9,
    drape: 1.1,
    folds: SKIRT_FOLDS,
    details: (ink, lines) =>
      seam('M480,190 V420', ink, 2) + stitches('M490,188 V426 H470 V188', ink) + hemsOf(lines, ink),
    over: [{ outline: 'M380,168 C430,186 530,186 580,168', band: 14, cloth: 'plain', puff: 0.15, drape: 0 }],
  });

/** The belt of a dress. */
const belt: Part = {
  outline: 'M308,612 C380,630 580,630 652,612 L654,656 C580,674 380,674 306,656 Z',
  cloth: 'plain',
  puff: 0.4,
  drape: 0.3,
};

/** The back of a shirt dress: yoke, belt, folded collar. */
export const shirtDressBack = (): Garment =>
  topBack({
    measures: { neck: [78, 172, 60], shoulder: [214, 226], pit: [212, 430], waist: 174, hem: [284, 1136, 30] },
    sleeve: { outer: [826, 500], inner: [712, 546] },
    finish: (edge, ink, side) => stitches(shift(edge, -9 * side, -30), ink),
    puff: 0.9,
    drape: 0.8,
    folds: SKIRT_FOLDS,
    details: (ink, lines) =>
      seam('M280,310 C380,322 580,322 680,310', ink) +
      stitches('M280,317 C380,329 580,329 680,317', ink) +
      hemsOf(lines, ink),
    over: [belt, foldedCollar(82, 172)],
  });

/** The back of a wrap dress: the band goes around the waist. */
export const wrapDressBack = (): Garment =>
  topBack({
    measures: { neck: [92, 172, 60], shoulder: [196, 216], pit: [200, 410], waist: 160, hem: [300, 1130, 34] },
    sleeve: { outer: [806, 470], inner: [690, 508] },
    finish: (edge, ink, side) => stitches(shift(edge, -5 * side, -12), ink),
    sleeveOptions: { drape: 1.6 },
    puff: 0.9,
    drape: 1,
    folds: SKIRT_FOLDS,
    details: (ink, lines) => seam('M480,190 V590', ink, 1.4) + hemsOf(lines, ink),
    over: [
      {
        outline: 'M318,590 C420,612 540,612 642,590 L644,624 C540,648 420,648 318,624 Z',
        cloth: 'plain',
        puff: 0.4,
        drape: 0.2,
      },
    ],
  });

/** The back of a tiered dress: shirred, with a bow. */
export function tieredDressBack(): Garment {
  const front = tieredDress();
  const loop = 'M486,300 C520,262 580,254 596,284 C600,316 560,340 520,326 C504,320 492,312 486,306 Z';
  const tail = 'M484,310 C504,350 520,390 524,440 C512,446 500,446 490,442 C490,400 484,350 474,314 Z';
  return {
    ...front,
    parts: [
      ...front.parts,
      ...[tail, mirror(tail), loop, mirror(loop)].map((outline): Part => ({
        outline,
        cloth: 'plain',
        puff: 0.5,
        drape: 0.4,
      })),
      {
        outline:
          'M466,292 C474,286 488,286 496,292 C500,304 498,318 492,326 C484,330 472,328 466,322 C460,312 460,302 466,292 Z',
        cloth: 'plain',
        puff: 0.5,
        drape: 0,
      },
    ],
  };
}

/** The back of the áo dài: a smooth panel with darts, a closed stand collar. */
export function aoDaiBack(): Garment {
  const front = aoDai();
  const [leftLeg, rightLeg, leftSleeve, rightSleeve, panel] = front.parts;
  return {
    ...front,
    parts: [
      leftLeg!,
      rightLeg!,
      leftSleeve!,
      rightSleeve!,
      {
        ...panel!,
        details: (ink) =>
          seam('M480,190 V1128', ink, 1.2) +
          seam('M420,480 C412,540 414,600 424,660', ink, 1.2) +
          seam('M540,480 C548,540 546,600 536,660', ink, 1.2),
      },
      {
        outline:
          'M428,170 C432,140 446,122 460,114 C472,110 488,110 500,114 C514,122 528,140 532,170 C520,186 500,194 480,196 C460,194 440,186 428,170 Z',
        puff: 0.5,
        drape: 0,
        details: (ink) => seam('M480,112 V196', ink, 1.2),
      },
    ],
  };
}

/** A suit from behind: its trousers, the back of its top, and its collar. */
function suitBack(front: Garment, top: Parameters<typeof topBack>[0]): Garment {
  const [left, right] = front.parts;
  return { ...front, parts: [left!, right!, ...topBack(top).parts] };
}

export function pajamasBack(sleeve: 'short' | 'long' = 'short'): Garment {
  const measures: Measures = { neck: [74, 148, 100], shoulder: [208, 194], pit: [216, 380], hem: [220, 720, 10] };
  const piping = (path: string, { accent }: Ink) =>
    `<path d="${path}" fill="none" stroke="${accent}" stroke-width="5"/>`;
  return suitBack(pajamas(sleeve), {
    measures,
    sleeve: sleeve === 'short' ? { outer: [822, 440], inner: [716, 478] } : { outer: [830, 690], inner: [748, 706] },
    finish: (edge, ink, side) => piping(shift(edge, -8 * side, -24), ink),
    drape: 0.8,
    details: (ink) => seam('M286,290 C380,302 580,302 674,290', ink),
    over: [foldedCollar(78, 148, { details: (ink) => piping('M394,190 C430,206 530,206 566,190', ink) })],
  });
}

export const linenSetBack = (): Garment =>
  suitBack(linenSet(), {
    measures: { neck: [86, 150, 50], shoulder: [214, 196], pit: [220, 390], hem: [236, 700, 12] },
    sleeve: { outer: [838, 470], inner: [730, 512] },
    finish: (edge, ink, side) => seam(shift(edge, -8 * side, -26), ink, 1.2),
    drape: 1.1,
    details: (ink) => seam('M480,166 V700', ink, 1.4),
    over: [{ outline: 'M394,150 C430,166 530,166 566,150', band: 13, cloth: 'plain', puff: 0.2, drape: 0 }],
  });
