import type { Garment } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { shift } from '../cloth/geometry.js';
import { button, label, seam, stitches } from '../cloth/stitching.js';
import { bodice, bodyFolds, hemStitches, shoulderSeams, sleeves } from './bodice.js';
import type { Measures } from './bodice.js';

/** A chest print, drawn around the point 480, 520. */
export type Print = (ink: Ink) => string;

export const REGULAR: Measures = { neck: [98, 248, 82], shoulder: [236, 304], pit: [250, 508], hem: [256, 1062, 20] };
const BOXY: Measures = { neck: [98, 272, 70], shoulder: [272, 330], pit: [278, 560], hem: [282, 1010, 14] };
const SLIM: Measures = { neck: [108, 262, 96], shoulder: [204, 306], pit: [204, 488], waist: 182, hem: [206, 982, 18] };

const SLEEVE_ENDS = {
  regular: { outer: [868, 566], inner: [746, 618] },
  boxy: { outer: [900, 664], inner: [764, 702] },
  slim: { outer: [790, 494], inner: [690, 544] },
} as const;

/** Two rows of stitches above the edge of a sleeve. */
export const sleeveStitches = (edge: string, ink: Ink, side: 1 | -1) =>
  stitches(shift(edge, -7 * side, -17), ink) + stitches(shift(edge, -8 * side, -22), ink);

/** A crew-neck T-shirt: regular, boxy with dropped shoulders, or slim with a low neck. */
export function tee(fit: 'regular' | 'boxy' | 'slim' = 'regular', print?: Print): Garment {
  const measures = { regular: REGULAR, boxy: BOXY, slim: SLIM }[fit];
  const lines = bodice(measures);
  return {
    closeUp: [306, measures.neck[1] - 58],
    parts: [
      {
        outline: lines.inside,
        cloth: 'lining',
        puff: 0.1,
        drape: 0.1,
        details: () => label(480, measures.neck[1] + 16),
      },
      ...sleeves(measures, SLEEVE_ENDS[fit], sleeveStitches),
      {
        outline: lines.body,
        folds: bodyFolds(measures),
        puff: 0.8,
        drape: 0.8,
        details: (ink) => (print?.(ink) ?? '') + hemStitches(lines.hems, ink) + shoulderSeams(lines, ink),
      },
      { outline: shift(lines.neckline, 0, 3), band: fit === 'slim' ? 15 : 20, cloth: 'rib', puff: 0.1, drape: 0 },
    ],
  };
}

/** The back of a T-shirt: a higher neck and a smooth body. */
export function teeBack(fit: 'regular' | 'boxy' | 'slim' = 'regular'): Garment {
  const front = { regular: REGULAR, boxy: BOXY, slim: SLIM }[fit];
  const measures: Measures = { ...front, neck: [front.neck[0], front.neck[1], fit === 'slim' ? 44 : 20] };
  const lines = bodice(measures);
  const end = SLEEVE_ENDS[fit];
  return {
    closeUp: [312, 208],
    parts: [
      ...sleeves(measures, end, sleeveStitches),
      {
        outline: lines.body,
        folds: bodyFolds({ ...measures, pit: [measures.pit[0], measures.pit[1] + 26] }),
        puff: 0.8,
        drape: 0.9,
        details: (ink) =>
          hemStitches(lines.hems, ink) + stitches(shift(lines.neckline, 0, 26), ink) + shoulderSeams(lines, ink),
      },
      { outline: shift(lines.neckline, 0, 3), band: 20, cloth: 'rib', puff: 0.1, drape: 0 },
    ],
  };
}

/** A piqué polo: knitted collar, three-button placket, ribbed sleeve ends, side vents. */
export function polo(isTipped = false): Garment {
  const measures: Measures = { ...REGULAR, neck: [86, 246, 60], hem: [250, 1052, 18] };
  const lines = bodice(measures);
  const tip = (path: string, { accent }: Ink) =>
    isTipped ? `<path d="${path}" fill="none" stroke="${accent}" stroke-width="5"/>` : '';
  const leaf = 'M480,330 C512,316 552,284 566,236 C584,250 600,276 606,304 L548,388 C520,374 496,354 480,330 Z';
  const leftLeaf = 'M480,330 C448,316 408,284 394,236 C376,250 360,276 354,304 L412,388 C440,374 464,354 480,330 Z';
  return {
    closeUp: [304, 192],
    parts: [
      {
        outline: 'M394,240 C420,214 540,214 566,240 C552,290 512,326 480,336 C448,326 408,290 394,240 Z',
        cloth: 'lining',
        puff: 0.2,
        drape: 0.1,
        details: () => label(480, 246, 52),
      },
      ...sleeves(measures, { outer: [852, 556], inner: [736, 604] }, (edge, ink, side) => {
        const band = shift(edge, -5 * side, -12);
        return (
          `<path d="${band}" fill="none" stroke="${ink.base}" stroke-width="34"/>` +
          `<path d="${band}" fill="none" stroke="${ink.seam}" stroke-opacity=".35" stroke-width="34" stroke-dasharray="2.4 5"/>` +
          seam(shift(edge, -11 * side, -28), ink, 1.4) +
          tip(shift(edge, -8 * side, -18), ink)
        );
      }),
      {
        outline: lines.body,
        folds: bodyFolds(measures),
        puff: 0.8,
        drape: 0.7,
        details: (ink) => hemStitches(lines.hems, ink) + shoulderSeams(lines, ink),
      },
      {
        outline: 'M461,318 L499,318 L499,540 C499,544 496,546 492,546 L468,546 C464,546 461,544 461,540 Z',
        puff: 0.05,
        drape: 0,
        cloth: 'plain',
        details: (ink) =>
          stitches('M467,330 V540 H493 V330', ink) +
          seam('M467,522 L493,522', ink, 1.2) +
          button(480, 386, ink, 8) +
          button(480, 440, ink, 8) +
          button(480, 494, ink, 8),
      },
      {
        outline: leaf,
        cloth: 'plain',
        puff: 0.2,
        drape: 0,
        details: (ink) => tip('M600,306 L548,378 C522,364 500,346 486,326', ink),
      },
      {
        outline: leftLeaf,
        cloth: 'plain',
        puff: 0.2,
        drape: 0,
        details: (ink) => tip('M360,306 L412,378 C438,364 460,346 474,326', ink),
      },
    ],
  };
}

/** A sleeveless ribbed or plain top with bound edges. */
export function tank(): Garment {
  const body =
    'M480,392 C530,392 570,356 584,262 C600,258 622,258 640,264 C644,350 640,430 684,486 C668,620 672,800 686,968 C620,984 550,988 480,988 C410,988 340,984 274,968 C288,800 292,620 276,486 C320,430 316,350 320,264 C338,258 360,258 376,262 C390,356 430,392 480,392 Z';
  const front = 'M376,262 C390,356 430,392 480,392 C530,392 570,356 584,262';
  const arm = 'M640,264 C644,350 640,430 684,486';
  const measures: Measures = { neck: [104, 262, 130], shoulder: [160, 264], pit: [204, 486], hem: [206, 968, 20] };
  return {
    closeUp: [308, 216],
    frame: [96, 112, 768],
    parts: [
      {
        outline:
          'M376,262 C400,330 440,344 480,344 C520,344 560,330 584,262 C570,356 530,392 480,392 C430,392 390,356 376,262 Z',
        cloth: 'lining',
        puff: 0.1,
        drape: 0,
      },
      {
        outline: body,
        folds: bodyFolds(measures),
        puff: 0.85,
        drape: 0.7,
        details: (ink) => hemStitches(['M686,968 C620,984 550,988 480,988', 'M274,968 C340,984 410,988 480,988'], ink),
      },
      { outline: front, band: 11, cloth: 'plain', puff: 0.1, drape: 0 },
      { outline: arm, band: 10, cloth: 'plain', puff: 0.1, drape: 0 },
      { outline: 'M320,264 C316,350 320,430 276,486', band: 10, cloth: 'plain', puff: 0.1, drape: 0 },
    ],
  };
}
