import { fold } from '../cloth/garment.js';
import type { Garment, Part } from '../cloth/garment.js';
import { mirror, shift, whole } from '../cloth/geometry.js';
import { button, buttons, label, seam, stitches } from '../cloth/stitching.js';
import { bodice, bodyFolds, shoulderSeams, sleeves } from './bodice.js';
import type { Measures } from './bodice.js';
import { collarInside, shirtCollar } from './shirts.js';

/** A bias-cut slip dress on thin straps. */
export function slipDress(): Garment {
  const body = whole(
    'M480,340 C520,330 566,292 596,234 C616,256 628,300 634,350 C640,420 620,480 614,540 C618,660 690,920 712,1130 C640,1160 560,1168 480,1168',
  );
  const edge = 'M364,234 C394,292 440,330 480,340 C520,330 566,292 596,234';
  const strap = 'M596,236 C584,180 566,136 552,110';
  return {
    closeUp: [304, 112],
    parts: [
      {
        outline: 'M366,300 C420,330 540,330 594,300 L606,350 C540,372 420,372 354,350 Z',
        cloth: 'lining',
        puff: 0.1,
        drape: 0,
      },
      { outline: strap, band: 7, cloth: 'plain', puff: 0.1, drape: 0 },
      { outline: mirror(strap), band: 7, cloth: 'plain', puff: 0.1, drape: 0 },
      {
        outline: body,
        puff: 1,
        drape: 1.4,
        folds: [
          fold([400, 310], [450, 376], [560, 350], 36, 0.5),
          fold([390, 340], [470, 420], [590, 380], 34, -0.5),
          fold([620, 470], [560, 540], [470, 560], 44, 0.5),
          fold([344, 480], [420, 560], [500, 590], 40, -0.45),
          fold([560, 620], [600, 860], [640, 1140], 70, 0.6),
          fold([400, 640], [370, 880], [340, 1140], 66, -0.55),
          fold([480, 680], [490, 900], [470, 1160], 60, 0.5),
          fold([520, 760], [550, 960], [560, 1160], 50, -0.5),
          fold([350, 800], [320, 980], [290, 1130], 50, 0.4),
        ],
        details: (ink) => stitches('M712,1112 C640,1142 560,1150 480,1150 C400,1150 320,1142 248,1112', ink),
      },
      { outline: edge, band: 9, cloth: 'plain', puff: 0.15, drape: 0 },
    ],
  };
}

/** A straight, loose dress with short sleeves. */
export function shiftDress(): Garment {
  const measures: Measures = { neck: [100, 168, 66], shoulder: [200, 204], pit: [206, 400], hem: [286, 1110, 26] };
  const lines = bodice(measures);
  return {
    closeUp: [304, 130],
    parts: [
      { outline: lines.inside, cloth: 'lining', puff: 0.1, drape: 0, details: () => label(480, 184, 54) },
      ...sleeves(measures, { outer: [800, 430], inner: [694, 470] }, (edge, ink, side) =>
        stitches(shift(edge, -7 * side, -18), ink),
      ),
      {
        outline: lines.body,
        puff: 0.9,
        drape: 1.1,
        folds: [
          ...bodyFolds(measures),
          fold([440, 520], [400, 800], [370, 1120], 64, 0.5),
          fold([530, 500], [570, 800], [600, 1120], 64, -0.45),
          fold([486, 600], [480, 860], [500, 1130], 50, 0.4),
        ],
        details: (ink) =>
          lines.hems.map((hem) => stitches(shift(hem, 0, -24), ink)).join('') +
          shoulderSeams(lines, ink) +
          seam('M620,760 L676,772 M340,760 L284,772', ink, 2.4),
      },
      { outline: shift(lines.neckline, 0, 3), band: 14, cloth: 'plain', puff: 0.15, drape: 0 },
    ],
  };
}

/** A shirt dress: collar, button front, tie belt, flared below. */
export function shirtDress(): Garment {
  const measures: Measures = {
    neck: [78, 172, 60],
    shoulder: [214, 226],
    pit: [212, 430],
    waist: 174,
    hem: [284, 1136, 30],
  };
  const lines = bodice({ ...measures });
  const tail = 'M500,640 C530,700 536,790 548,862 C534,870 520,872 508,868 C504,800 494,720 478,650 Z';
  return {
    closeUp: [304, 122],
    parts: [
      collarInside(-70),
      ...sleeves(
        measures,
        { outer: [826, 500], inner: [712, 546] },
        (edge, ink, side) => stitches(shift(edge, -9 * side, -30), ink) + seam(shift(edge, -11 * side, -38), ink, 1.2),
      ),
      {
        outline: lines.body,
        puff: 0.9,
        drape: 0.8,
        folds: [
          ...bodyFolds({ ...measures, hem: [240, 640, 0] }).slice(0, 4),
          fold([560, 660], [600, 880], [650, 1140], 66, 0.6),
          fold([400, 660], [370, 880], [310, 1140], 66, -0.55),
          fold([520, 690], [546, 900], [570, 1150], 50, -0.45),
          fold([440, 690], [420, 900], [410, 1150], 50, 0.45),
        ],
        details: (ink) =>
          lines.hems.map((hem) => stitches(shift(hem, 0, -22), ink)).join('') + shoulderSeams(lines, ink),
      },
      {
        outline: 'M462,230 L498,230 L498,1166 L462,1166 Z',
        puff: 0.04,
        drape: 0,
        details: (ink) =>
          stitches('M468,230 V1166', ink) +
          stitches('M492,230 V1166', ink) +
          buttons(480, 290, 590, 4, ink, 8) +
          buttons(480, 720, 1070, 5, ink, 8),
      },
      {
        outline: 'M308,612 C380,630 580,630 652,612 L654,656 C580,674 380,674 306,656 Z',
        cloth: 'plain',
        puff: 0.4,
        drape: 0.3,
      },
      { outline: tail, cloth: 'plain', puff: 0.4, drape: 0.4 },
      { outline: mirror(shift(tail, 14, -8)), cloth: 'plain', puff: 0.4, drape: 0.4 },
      { outline: 'M462,618 L500,616 L504,664 L460,666 Z', cloth: 'plain', puff: 0.5, drape: 0 },
      ...shirtCollar(-70),
    ],
  };
}

/** A wrap dress with a V neck, fluttering sleeves and a side tie. */
export function wrapDress(): Garment {
  const measures: Measures = {
    neck: [92, 172, 60],
    shoulder: [196, 216],
    pit: [200, 410],
    waist: 160,
    hem: [300, 1130, 34],
  };
  const lines = bodice(measures);
  const over =
    'M572,172 C610,186 650,198 676,216 C660,270 660,350 680,410 C672,470 640,540 640,600 C650,760 740,960 780,1130 C700,1156 600,1164 520,1160 C480,980 400,760 330,610 C330,590 336,560 344,540 C460,460 550,330 572,172 Z';
  return {
    closeUp: [308, 136],
    parts: [
      {
        outline: 'M388,170 C420,186 540,186 572,170 C556,300 520,400 460,470 C420,400 396,280 388,170 Z',
        cloth: 'lining',
        puff: 0.15,
        drape: 0,
        details: () => label(480, 184, 50),
      },
      ...sleeves(
        measures,
        { outer: [806, 470], inner: [690, 508] },
        (edge, ink, side) => stitches(shift(edge, -5 * side, -12), ink),
        { drape: 1.6 },
      ),
      {
        outline: lines.body
          .replace(/M480,232 C\S+ \S+ 572,172/, 'M460,470 C520,400 556,300 572,172')
          .replace(/C\S+ \S+ 480,232 Z$/, 'C396,280 420,400 460,470 Z'),
        puff: 0.9,
        drape: 1,
        folds: [
          fold([380, 660], [340, 880], [270, 1120], 60, 0.5),
          fold([430, 700], [420, 900], [400, 1150], 60, -0.5),
          fold([300, 440], [370, 500], [420, 540], 44, 0.45),
        ],
        details: (ink) => shoulderSeams(lines, ink),
      },
      {
        outline: over,
        puff: 0.9,
        drape: 1,
        folds: [
          fold([640, 430], [540, 520], [380, 570], 40, 0.6),
          fold([650, 480], [540, 560], [370, 590], 30, -0.6),
          fold([620, 560], [520, 600], [400, 606], 26, 0.5),
          fold([520, 660], [590, 880], [620, 1150], 66, 0.6),
          fold([600, 640], [660, 880], [720, 1140], 60, -0.5),
          fold([440, 660], [520, 900], [560, 1150], 44, -0.45),
        ],
        details: (ink) =>
          stitches('M566,178 C546,330 458,456 344,532', ink) + stitches('M328,618 C396,764 472,980 512,1158', ink),
      },
      {
        outline: 'M318,586 C420,618 540,624 642,596 L644,630 C540,658 420,652 318,620 Z',
        cloth: 'plain',
        puff: 0.4,
        drape: 0.2,
      },
      {
        outline: 'M330,612 C312,680 306,760 282,830 C296,840 312,842 324,838 C338,760 346,680 352,616 Z',
        cloth: 'plain',
        puff: 0.4,
        drape: 0.5,
      },
      {
        outline: 'M338,614 C352,680 348,740 356,800 C370,804 384,800 392,792 C384,730 378,670 362,612 Z',
        cloth: 'plain',
        puff: 0.4,
        drape: 0.5,
        loose: (ink) => button(344, 606, ink, 0.1),
      },
    ],
  };
}

/** A gathered summer dress: square neck, shirred bodice, tiered skirt. */
export function tieredDress(): Garment {
  const bodicePart =
    'M372,210 L588,210 L640,214 C644,300 640,380 632,470 C600,486 360,486 328,470 C320,380 316,300 320,214 Z';
  const tier = (top: number, bottom: number, upper: number, lower: number): Part => ({
    outline: whole(
      `M480,${top + 14} C560,${top + 14} 600,${top + 6} ${480 + upper},${top} C${480 + upper + 20},${top + 60} ${480 + lower - 10},${bottom - 90} ${480 + lower},${bottom} C${480 + lower * 0.66},${bottom + 26} ${480 + lower * 0.33},${bottom + 30} 480,${bottom + 30}`,
    ),
    puff: 0.9,
    drape: 0.8,
    folds: Array.from({ length: 12 }, (_, i) => {
      const x = -upper + 14 + ((upper * 2 - 28) / 11) * i;
      return fold(
        [480 + x, top + 6],
        [480 + x * 1.06, (top + bottom) / 2],
        [480 + (x * lower) / upper, bottom - (i % 3) * 34],
        26,
        i % 2 ? -0.6 : 0.6,
      );
    }),
    details: (ink) =>
      stitches(
        `M${480 - lower},${bottom - 8} C${480 - lower * 0.6},${bottom + 20} ${480 + lower * 0.6},${bottom + 20} ${480 + lower},${bottom - 8}`,
        ink,
        1.4,
      ),
  });
  const rows = Array.from(
    { length: 9 },
    (_, i) => `M318,${262 + i * 24} C400,${274 + i * 24} 560,${274 + i * 24} 642,${262 + i * 24}`,
  ).join('');
  const strap = 'M592,212 C590,170 580,138 566,114 L604,110 C624,140 636,176 640,216 Z';
  return {
    closeUp: [304, 112],
    parts: [
      tier(900, 1140, 262, 320),
      tier(670, 914, 214, 276),
      tier(462, 684, 152, 226),
      { outline: strap, puff: 0.4, drape: 0.4, folds: [fold([610, 116], [616, 160], [616, 210], 10, -0.5)] },
      { outline: mirror(strap), puff: 0.4, drape: 0.4 },
      {
        outline: bodicePart,
        puff: 0.9,
        drape: 0.5,
        folds: Array.from({ length: 16 }, (_, i) =>
          fold([340 + i * 19, 236], [338 + i * 19, 350], [342 + i * 19, 476], 12, i % 2 ? -0.5 : 0.5),
        ),
        details: (ink) => seam(rows, ink, 1.2) + stitches('M372,218 H588', ink),
      },
    ],
  };
}
