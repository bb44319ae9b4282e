import { fold } from '../cloth/garment.js';
import type { Garment, Part } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { mirror, shift, whole } from '../cloth/geometry.js';
import { button, label, seam } from '../cloth/stitching.js';
import { bodyFolds, sleeves } from './bodice.js';
import type { Measures } from './bodice.js';
import { collarInside, placket } from './shirts.js';

const TUNIC: Measures = {
  neck: [52, 170, 30],
  shoulder: [182, 234],
  pit: [180, 420],
  waist: 146,
  hem: [206, 1120, 10],
};

/** A knot button and its loop, for the closing of a tunic. */
const knot = (x: number, y: number, { accent, seam: dark }: Ink) =>
  `<circle cx="${x + 1.5}" cy="${y + 2.5}" r="6.5" fill="${dark}" fill-opacity=".5"/><circle cx="${x}" cy="${y}" r="6" fill="${accent}" stroke="${dark}" stroke-width="1"/>`;

/** The áo dài: stand collar, slanted closing, long front panel slit from the waist, worn over wide silk trousers. */
export function aoDai(motif?: Part['details']): Garment {
  const panel = whole(
    'M480,206 C500,204 520,192 532,168 C570,200 630,212 662,234 C648,290 648,370 660,420 C654,480 626,530 626,590 C630,720 668,960 686,1110 C620,1124 550,1128 480,1128',
  );
  const trouserLeg =
    'M484,600 L592,600 C616,760 690,1000 722,1180 C656,1196 574,1198 510,1190 C502,1000 492,800 484,600 Z';
  const closing = 'M494,214 C540,250 606,330 652,420';
  const sleeveEnd = { outer: [800, 880], inner: [722, 894] } as const;
  return {
    closeUp: [308, 116],
    parts: [
      {
        outline: trouserLeg,
        cloth: 'second',
        puff: 0.7,
        drape: 1,
        folds: [
          fold([560, 640], [580, 900], [600, 1190], 50, 0.5),
          fold([620, 700], [650, 940], [670, 1180], 40, -0.5),
        ],
      },
      {
        outline: mirror(trouserLeg),
        cloth: 'second',
        puff: 0.7,
        drape: 1,
        folds: [
          fold([400, 640], [380, 900], [350, 1190], 50, -0.5),
          fold([340, 700], [310, 940], [290, 1180], 40, 0.5),
        ],
      },
      ...sleeves(TUNIC, sleeveEnd, undefined, { puff: 1, drape: 0.7 }),
      {
        outline: panel,
        puff: 0.9,
        drape: 0.8,
        folds: [
          fold([650, 440], [580, 500], [510, 510], 40, 0.45),
          fold([312, 440], [380, 510], [450, 520], 40, -0.4),
          fold([600, 540], [540, 580], [470, 590], 30, 0.4),
          fold([430, 660], [410, 900], [390, 1120], 56, 0.45),
          fold([550, 640], [570, 880], [590, 1120], 56, -0.45),
          fold([490, 720], [480, 900], [490, 1120], 46, 0.35),
        ],
        details: (ink) =>
          (motif?.(ink) ?? '') +
          seam(closing, ink, 1.8) +
          seam('M430,208 C384,250 340,300 300,420', ink, 1) +
          [
            [520, 234],
            [568, 282],
            [612, 346],
            [642, 402],
          ]
            .map(([x, y]) => knot(x!, y!, ink))
            .join(''),
      },
      {
        outline:
          'M428,170 C432,140 446,122 460,116 C472,126 488,126 500,116 C514,122 528,140 532,170 C520,194 500,208 484,214 L476,214 C460,208 440,194 428,170 Z',
        puff: 0.5,
        drape: 0,
        details: (ink) => seam('M480,124 V214', ink, 1.2) + knot(488, 196, ink),
      },
      { outline: 'M460,116 C470,108 490,108 500,116 C490,128 470,128 460,116 Z', cloth: 'lining', puff: 0, drape: 0 },
    ],
  };
}

/** A pyjama suit with piping: camp-collar shirt over straight trousers. */
export function pajamas(sleeve: 'short' | 'long' = 'short'): Garment {
  const measures: Measures = { neck: [74, 148, 100], shoulder: [208, 194], pit: [216, 380], hem: [220, 720, 10] };
  const piping = (path: string, { accent }: Ink, width = 5) =>
    `<path d="${path}" fill="none" stroke="${accent}" stroke-width="${width}"/>`;
  const body = whole(
    'M480,276 C510,240 544,190 554,148 C590,164 640,170 688,194 C674,250 676,320 696,380 C692,480 694,610 700,720 C630,730 560,732 480,732',
  );
  const lapel =
    'M480,276 C508,236 538,190 552,138 C572,150 586,168 594,188 L622,222 L576,246 L584,268 C550,284 512,288 480,276 Z';
  const lapelEdge = 'M594,188 L622,222 L576,246 L584,268 C550,284 512,288 480,276';
  const leg = 'M484,690 L648,690 C660,800 672,960 680,1168 C630,1178 570,1180 522,1174 C516,1040 500,900 484,800 Z';
  const end =
    sleeve === 'short'
      ? ({ outer: [822, 440], inner: [716, 478] } as const)
      : ({ outer: [830, 690], inner: [748, 706] } as const);
  const hemLine = 'M680,1136 C630,1146 570,1148 522,1142';
  return {
    closeUp: [308, 106],
    parts: [
      {
        outline: leg,
        puff: 0.8,
        drape: 0.8,
        folds: [
          fold([560, 800], [580, 960], [600, 1170], 46, 0.5),
          fold([630, 820], [640, 980], [650, 1160], 36, -0.45),
        ],
        details: (ink) => piping(hemLine, ink),
      },
      {
        outline: mirror(leg),
        puff: 0.8,
        drape: 0.8,
        folds: [fold([400, 800], [384, 960], [360, 1170], 46, -0.5)],
        details: (ink) => piping(mirror(hemLine), ink),
      },
      {
        ...collarInside(-94),
        outline: 'M406,140 C430,112 530,112 554,140 C544,190 510,240 480,282 C450,240 416,190 406,140 Z',
        details: () => label(480, 146, 50),
      },
      ...sleeves(measures, end, (edge, ink, side) => piping(shift(edge, -8 * side, -24), ink)),
      {
        outline: body,
        folds: bodyFolds(measures),
        puff: 0.8,
        drape: 0.8,
        details: (ink) => piping('M260,708 C340,718 620,718 700,708', ink, 0.1),
      },
      {
        ...placket(272, 732, 4, 50),
        details: (ink) =>
          piping('M497,272 V732', ink) + [330, 430, 530, 630].map((y) => button(480, y, ink, 8)).join(''),
      },
      {
        outline: 'M556,340 L648,340 L648,440 L556,440 Z',
        puff: 0.05,
        drape: 0,
        details: (ink) => piping('M556,360 H648', ink),
      },
      { outline: lapel, turn: 20, puff: 0.15, drape: 0, details: (ink) => piping(lapelEdge, ink, 9) },
      { outline: mirror(lapel), turn: -20, puff: 0.15, drape: 0, details: (ink) => piping(mirror(lapelEdge), ink, 9) },
    ],
  };
}

/** Linen house wear: a round-neck top with a front slit over wide cropped trousers. */
export function linenSet(): Garment {
  const measures: Measures = { neck: [86, 150, 50], shoulder: [214, 196], pit: [220, 390], hem: [236, 700, 12] };
  const body = whole(
    'M480,200 C524,200 556,184 566,150 C604,164 650,176 694,196 C680,252 682,330 700,390 C702,490 708,600 716,700 C630,712 560,714 480,714',
  );
  const leg = 'M486,670 L672,670 C690,800 716,960 728,1120 C660,1136 570,1138 508,1130 C502,1000 496,880 486,800 Z';
  return {
    closeUp: [308, 116],
    parts: [
      {
        outline: leg,
        puff: 0.8,
        drape: 1,
        folds: [
          fold([570, 760], [590, 940], [620, 1130], 50, 0.5),
          fold([650, 780], [670, 960], [690, 1120], 40, -0.45),
        ],
      },
      {
        outline: mirror(leg),
        puff: 0.8,
        drape: 1,
        folds: [
          fold([390, 760], [370, 940], [340, 1130], 50, -0.5),
          fold([310, 780], [290, 960], [270, 1120], 40, 0.45),
        ],
      },
      {
        outline: 'M394,148 C430,162 530,162 566,148 C556,190 520,210 480,210 C440,210 404,190 394,148 Z',
        cloth: 'lining',
        puff: 0.1,
        drape: 0,
        details: () => label(480, 160, 48),
      },
      ...sleeves(measures, { outer: [838, 470], inner: [730, 512] }, (edge, ink, side) =>
        seam(shift(edge, -8 * side, -26), ink, 1.2),
      ),
      {
        outline: body,
        folds: bodyFolds(measures),
        puff: 0.8,
        drape: 1.1,
        details: (ink) =>
          seam('M480,200 V340', ink, 2.4) +
          button(488, 232, ink, 7) +
          button(488, 276, ink, 7) +
          button(488, 320, ink, 7) +
          seam('M560,600 L680,596 M400,600 L280,596', ink, 1.6),
      },
      {
        outline: 'M394,150 C404,184 436,200 480,200 C524,200 556,184 566,150',
        band: 13,
        cloth: 'plain',
        puff: 0.2,
        drape: 0,
      },
    ],
  };
}
