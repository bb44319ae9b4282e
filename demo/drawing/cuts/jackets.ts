import { fold } from '../cloth/garment.js';
import type { Garment, Part } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { mirror, pair, shift } from '../cloth/geometry.js';
import { button, buttons, label, seam, stitches, zip } from '../cloth/stitching.js';
import { bodice, bodyFolds, shoulderSeams, sleeves } from './bodice.js';
import type { Measures } from './bodice.js';

export const JACKET: Measures = { neck: [92, 268, 40], shoulder: [256, 326], pit: [266, 566], hem: [254, 960, 8] };
export const JACKET_SLEEVE = { outer: [896, 940], inner: [808, 956] } as const;
export const BLAZER: Measures = {
  neck: [84, 236, 40],
  shoulder: [244, 300],
  pit: [240, 540],
  waist: 222,
  hem: [252, 1050, 10],
};

/** Ribbed band, as on a bomber's hem, as a closed outline between two heights. */
export const ribBand = (half: number, top: number, bottom: number): Part => ({
  outline: `M${480 - half},${top} C${480 - half * 0.4},${top + 10} ${480 + half * 0.4},${top + 10} ${480 + half},${top} C${478 + half},${bottom - 20} ${470 + half},${bottom} ${464 + half},${bottom} C${480 + half * 0.4},${bottom + 9} ${480 - half * 0.4},${bottom + 9} ${496 - half},${bottom} C${490 - half},${bottom} ${482 - half},${bottom - 20} ${480 - half},${top} Z`,
  cloth: 'rib',
  puff: 0.4,
  drape: 0,
});

/** A bomber jacket: ribbed collar, cuffs and hem, a zip in front, slanted pockets. */
export function bomber(): Garment {
  const lines = bodice(JACKET);
  const cuff =
    'M896,934 C902,964 896,990 890,1012 C866,1020 836,1022 814,1016 C810,996 804,974 808,950 C836,954 870,946 896,934 Z';
  const welt = 'M596,700 L632,690 L672,830 L636,842 Z';
  return {
    closeUp: [298, 206],
    parts: [
      {
        outline:
          'M388,266 C404,236 440,222 480,222 C520,222 556,236 572,266 C566,300 530,322 480,322 C430,322 394,300 388,266 Z',
        cloth: 'lining',
        puff: 0.2,
        drape: 0,
        details: () => label(480, 262),
      },
      ...sleeves(JACKET, JACKET_SLEEVE, undefined, { puff: 1.1, drape: 1 }),
      { outline: cuff, cloth: 'rib', turn: -7, puff: 0.4, drape: 0 },
      { outline: mirror(cuff), cloth: 'rib', turn: 7, puff: 0.4, drape: 0 },
      {
        outline: lines.body,
        folds: [
          ...bodyFolds(JACKET),
          fold([300, 880], [360, 912], [450, 900], 40, 0.5),
          fold([520, 900], [600, 920], [680, 880], 40, 0.45),
        ],
        puff: 1.1,
        drape: 1.1,
        details: (ink) => shoulderSeams(lines, ink),
      },
      ribBand(258, 956, 1024),
      ...[welt, mirror(welt)].map((outline): Part => ({
        outline,
        cloth: 'plain',
        puff: 0.2,
        drape: 0,
        details: (ink) => stitches(shift(outline, 0, 0), ink, 3),
      })),
      {
        outline: 'M468,300 L492,300 L492,1026 L468,1026 Z',
        cloth: 'plain',
        puff: 0.05,
        drape: 0,
        details: (ink) => zip(480, 304, 1026, ink),
      },
      {
        outline: 'M384,262 C392,304 430,326 470,330 L470,292 C436,288 410,268 402,240 C394,246 388,254 384,262 Z',
        cloth: 'rib',
        turn: 30,
        puff: 0.4,
        drape: 0,
      },
      {
        outline: 'M576,262 C568,304 530,326 490,330 L490,292 C524,288 550,268 558,240 C566,246 572,254 576,262 Z',
        cloth: 'rib',
        turn: -30,
        puff: 0.4,
        drape: 0,
      },
    ],
  };
}

/** A denim or corduroy trucker jacket: pointed flaps, V seams, metal buttons, waistband. */
export function trucker(): Garment {
  const lines = bodice({ ...JACKET, hem: [244, 950, 4] });
  const leaf = 'M480,312 C516,300 552,272 568,234 C590,250 606,274 614,304 L572,396 C534,378 504,350 480,312 Z';
  const flap = 'M534,470 L664,462 L664,512 L600,540 L534,520 Z';
  const cuff = 'M898,930 L904,1000 C878,1010 840,1014 812,1012 L806,944 C838,950 872,942 898,930 Z';
  const vSeams = 'M548,520 L590,950 M652,512 L604,950';
  return {
    closeUp: [308, 224],
    parts: [
      {
        outline: 'M392,242 C420,206 540,206 568,242 C556,282 516,310 480,316 C444,310 404,282 392,242 Z',
        cloth: 'lining',
        puff: 0.2,
        drape: 0,
        details: () => label(480, 246),
      },
      ...sleeves(
        JACKET,
        JACKET_SLEEVE,
        (_edge, ink, side) =>
          stitches(side > 0 ? 'M846,400 C856,560 850,740 856,940' : 'M114,400 C104,560 110,740 104,940', ink),
        { puff: 1 },
      ),
      ...[cuff, mirror(cuff)].map((outline, i): Part => ({
        outline,
        turn: i ? 7 : -7,
        puff: 0.3,
        drape: 0,
        details: (ink) =>
          stitches(i ? 'M60,992 C84,1002 122,1006 150,1004' : 'M900,992 C876,1002 838,1006 810,1004', ink) +
          metalButton(i ? 134 : 826, 980, ink),
      })),
      {
        outline: lines.body,
        folds: bodyFolds(JACKET),
        puff: 0.9,
        drape: 0.7,
        details: (ink) =>
          shoulderSeams(lines, ink) +
          seam('M236,470 C330,458 420,462 480,470 C540,462 630,458 724,470', ink) +
          stitches('M236,463 C330,451 420,455 480,463 C540,455 630,451 724,463', ink) +
          seam(pair(vSeams), ink) +
          stitches(pair(shift(vSeams, 7, 0)), ink) +
          seam('M690,720 L660,850 M270,720 L300,850', ink, 2.4) +
          stitches('M682,718 L652,848 M278,718 L308,848', ink),
      },
      {
        outline: 'M238,948 L722,948 L720,1020 L240,1020 Z',
        puff: 0.25,
        drape: 0,
        details: (ink) => stitches('M238,957 H722 M240,1011 H720', ink),
      },
      {
        outline: 'M460,316 L504,316 L504,1020 L460,1020 Z',
        puff: 0.08,
        drape: 0,
        details: (ink) =>
          stitches('M467,316 V1020', ink) +
          stitches('M497,316 V1020', ink) +
          [352, 476, 600, 724, 848, 984].map((y) => metalButton(482, y, ink)).join(''),
      },
      ...[flap, mirror(flap)].map((outline, i): Part => ({
        outline,
        puff: 0.2,
        drape: 0,
        details: (ink) =>
          stitches(i ? 'M420,476 V516 L360,533 L302,507 V470' : 'M540,476 V516 L600,533 L658,507 V470', ink) +
          metalButton(i ? 360 : 600, 514, ink),
      })),
      {
        outline: leaf,
        turn: 36,
        puff: 0.2,
        drape: 0,
        details: (ink) => stitches('M606,304 L569,384 C534,368 508,342 488,314', ink),
      },
      {
        outline: mirror(leaf),
        turn: -36,
        puff: 0.2,
        drape: 0,
        details: (ink) => stitches('M354,304 L391,384 C426,368 452,342 472,314', ink),
      },
    ],
  };
}

/** A brass button of denim. */
export const metalButton = (x: number, y: number, _ink: Ink) =>
  `<circle cx="${x + 1}" cy="${y + 2}" r="10" fill="#1a1420" fill-opacity=".35"/><circle cx="${x}" cy="${y}" r="9.5" fill="#b08d57"/><circle cx="${x}" cy="${y}" r="5.5" fill="#caa873"/><circle cx="${x - 2}" cy="${y - 2.5}" r="2.4" fill="#fff" fill-opacity=".55"/>`;

/** A single-breasted blazer with notched lapels and two buttons. */
export function blazer(isDouble = false): Garment {
  const close = isDouble ? 660 : 690;
  const opening = `M396,232 C420,200 540,200 564,232 C556,360 520,520 ${isDouble ? 500 : 488},${close} C440,520 404,360 396,232 Z`;
  const over = isDouble ? 60 : 12;
  const rightFront = `M564,232 C620,262 684,276 724,300 C708,380 704,470 720,540 C714,600 700,660 702,720 C704,820 724,950 732,1050 C680,1060 600,1066 540,1060 C520,1054 500,1030 ${480 - over},980 L${480 - over},${close} C520,520 556,380 564,232 Z`;
  const leftFront = `M396,232 C340,262 276,276 236,300 C252,380 256,470 240,540 C246,600 260,660 258,720 C256,820 236,950 228,1050 C280,1060 360,1066 420,1060 C452,1054 480,1040 ${492 + over},980 L${492 + over},${close} C440,520 404,380 396,232 Z`;
  const lapel = `M566,228 C590,250 600,270 604,296 L640,330 L690,356 C650,470 570,590 ${482 + (isDouble ? 22 : 4)},${close + 4} C520,540 560,400 566,228 Z`;
  const collar = 'M564,222 C590,240 618,272 634,322 L604,350 L592,330 C566,310 552,270 548,214 Z';
  const mirrored = (path: string) => mirror(path);
  const pocket = 'M560,800 L700,792 L702,840 L562,850 Z';
  const folds = [
    fold([720, 548], [660, 600], [600, 640], 50, 0.45),
    fold([700, 600], [650, 680], [580, 700], 36, -0.4),
    fold([680, 740], [660, 880], [690, 1050], 50, 0.4),
  ];
  const buttonRows = isDouble ? [660, 760] : [706, 806];
  return {
    closeUp: [328, 240],
    parts: [
      {
        outline: opening,
        cloth: 'lining',
        puff: 0.3,
        drape: 0.3,
        details: (ink) => seam('M400,250 C430,230 530,230 560,250', ink) + label(480, 262, 66),
      },
      ...sleeves(
        BLAZER,
        { outer: [876, 960], inner: [780, 982] },
        (_edge, ink, side) => {
          const x = side > 0 ? 806 : 154;
          return (
            buttons(x, 884, 950, 4, ink, 6.5) + seam(side > 0 ? 'M796,870 L792,982' : 'M164,870 L168,982', ink, 1.3)
          );
        },
        { puff: 1 },
      ),
      {
        outline: rightFront,
        folds,
        puff: 0.9,
        drape: 0.35,
        details: (ink) => seam('M640,420 C624,560 612,640 620,800', ink, 1.2),
      },
      {
        outline: leftFront,
        folds: folds.map(({ from, bend, to, width, height }) =>
          fold([960 - from[0], from[1] + 20], [960 - bend[0], bend[1]], [960 - to[0], to[1] + 30], width, height * 0.8),
        ),
        puff: 0.9,
        drape: 0.35,
        details: (ink) => seam('M320,420 C336,560 348,640 340,800', ink, 1.2),
      },
      ...[pocket, mirrored(pocket)].map((outline): Part => ({
        outline,
        turn: -3,
        puff: 0.15,
        drape: 0,
        details: (ink) => seam(outline, ink, 1),
      })),
      { outline: 'M580,470 L668,456 L670,482 L582,496 Z', turn: -8, puff: 0.15, drape: 0 },
      { outline: mirrored(lapel), turn: -10, puff: 0.4, drape: 0.1 },
      { outline: lapel, turn: 10, puff: 0.4, drape: 0.1 },
      {
        outline:
          'M410,214 C430,192 530,192 550,214 C556,236 552,250 548,262 C520,234 440,234 412,262 C408,250 404,236 410,214 Z',
        puff: 0.35,
        drape: 0,
      },
      { outline: mirrored(collar), turn: -24, puff: 0.3, drape: 0 },
      {
        outline: collar,
        turn: 24,
        puff: 0.3,
        drape: 0,
        loose: (ink) =>
          buttonRows
            .map((y) => button(isDouble ? 440 : 484, y, ink, 13) + (isDouble ? button(548, y, ink, 13) : ''))
            .join('') + seam('M640,352 L656,360', ink, 2.4),
      },
    ],
  };
}

/** A straight coat to the knee with a wide collar and a belt. */
export function coat(): Garment {
  const measures: Measures = {
    neck: [84, 168, 40],
    shoulder: [236, 232],
    pit: [238, 460],
    waist: 208,
    hem: [270, 1150, 12],
  };
  const lines = bodice(measures);
  const lapel =
    'M566,160 C592,184 606,208 612,240 L668,280 L640,330 C600,400 540,460 484,520 C520,400 560,280 566,160 Z';
  return {
    closeUp: [308, 152],
    parts: [
      ...sleeves(
        measures,
        { outer: [866, 880], inner: [772, 900] },
        (edge, ink, side) => stitches(shift(edge, -8 * side, -40), ink),
        { puff: 1 },
      ),
      {
        outline: lines.body,
        puff: 0.9,
        drape: 0.5,
        folds: [
          ...bodyFolds(measures),
          fold([560, 720], [580, 900], [640, 1150], 60, 0.5),
          fold([400, 720], [380, 900], [320, 1150], 60, -0.45),
          fold([600, 640], [640, 760], [650, 900], 40, -0.4),
        ],
        details: (ink) =>
          seam('M498,520 L504,1162', ink, 2) +
          stitches('M490,520 L496,1162', ink) +
          seam('M624,780 L690,830 M336,780 L270,830', ink, 3),
      },
      {
        outline: 'M396,164 C424,132 536,132 564,164 C552,280 510,430 486,516 C450,430 408,280 396,164 Z',
        cloth: 'lining',
        puff: 0.3,
        drape: 0,
        details: () => label(480, 190, 62),
      },
      { outline: mirror(lapel), turn: -14, puff: 0.4, drape: 0.1 },
      { outline: lapel, turn: 14, puff: 0.4, drape: 0.1 },
      {
        outline: 'M270,640 C340,654 620,654 690,640 L694,696 C620,712 340,712 266,696 Z',
        cloth: 'plain',
        puff: 0.35,
        drape: 0.3,
        details: (ink) =>
          stitches('M270,650 C340,664 620,664 690,650', ink) + stitches('M268,688 C340,703 620,703 692,688', ink),
      },
      {
        outline: 'M446,636 L520,636 L520,714 L446,714 Z M462,652 L462,698 L504,698 L504,652 Z',
        color: '#5a4433',
        puff: 0.2,
        drape: 0,
        loose: (ink) =>
          button(436, 580, ink, 13) + button(548, 580, ink, 13) + button(440, 790, ink, 13) + button(552, 790, ink, 13),
      },
    ],
  };
}
