import { fold } from '../cloth/garment.js';
import type { Garment, Part } from '../cloth/garment.js';
import { mirror, pair, shift } from '../cloth/geometry.js';
import { button, buttons, seam, stitches } from '../cloth/stitching.js';
import type { Measures } from './bodice.js';
import { BLAZER, JACKET, JACKET_SLEEVE, metalButton, ribBand } from './jackets.js';
import { foldedCollar, topBack } from './tops-backs.js';

/** The back of a bomber jacket. */
export function bomberBack(): Garment {
  const cuff =
    'M896,934 C902,964 896,990 890,1012 C866,1020 836,1022 814,1016 C810,996 804,974 808,950 C836,954 870,946 896,934 Z';
  return topBack({
    measures: JACKET,
    sleeve: JACKET_SLEEVE,
    sleeveOptions: { puff: 1.1, drape: 1 },
    under: [cuff, mirror(cuff)].map((outline, i): Part => ({
      outline,
      cloth: 'rib',
      turn: i ? 7 : -7,
      puff: 0.4,
      drape: 0,
    })),
    puff: 1.1,
    drape: 1.1,
    folds: [fold([300, 880], [400, 912], [480, 900], 40, 0.5), fold([500, 900], [600, 920], [680, 880], 40, 0.45)],
    details: (ink) => seam('M240,410 C360,424 600,424 720,410', ink, 1.6),
    over: [ribBand(258, 956, 1024), { ...foldedCollar(92, 262), cloth: 'rib', details: undefined }],
  });
}

/** The back of a trucker jacket: yoke, two long seams, tabs at the waistband. */
export function truckerBack(): Garment {
  const seams = 'M566,452 L620,948';
  const cuff = 'M898,930 L904,1000 C878,1010 840,1014 812,1012 L806,944 C838,950 872,942 898,930 Z';
  return topBack({
    measures: { ...JACKET, hem: [244, 950, 4] },
    sleeve: JACKET_SLEEVE,
    sleeveOptions: { puff: 1 },
    under: [cuff, mirror(cuff)].map((outline, i): Part => ({ outline, turn: i ? 7 : -7, puff: 0.3, drape: 0 })),
    puff: 0.9,
    details: (ink) =>
      seam('M236,446 C330,438 420,448 480,458 C540,448 630,438 724,446', ink) +
      stitches('M236,439 C330,431 420,441 480,451 C540,441 630,431 724,439', ink) +
      seam(pair(seams), ink) +
      stitches(pair(shift(seams, 7, 0)), ink),
    over: [
      {
        outline: 'M238,948 L722,948 L720,1020 L240,1020 Z',
        puff: 0.25,
        drape: 0,
        details: (ink) => stitches('M238,957 H722 M240,1011 H720', ink),
        loose: (ink) => metalButton(292, 984, ink) + metalButton(668, 984, ink),
      },
      foldedCollar(94, 262),
    ],
  });
}

/** The back of a blazer: a middle seam that ends in a vent, a smooth collar. */
export const blazerBack = (isDouble = false): Garment =>
  topBack({
    measures: BLAZER,
    sleeve: { outer: [876, 960], inner: [780, 982] },
    finish: (_edge, ink, side) => buttons(side > 0 ? 852 : 108, 884, 950, 4, ink, 6.5),
    sleeveOptions: { puff: 1 },
    puff: 0.9,
    drape: 0.4,
    folds: [fold([400, 560], [430, 700], [420, 860], 50, 0.35), fold([560, 560], [530, 700], [540, 860], 50, -0.35)],
    details: (ink) =>
      (isDouble
        ? seam('M380,820 V1058', ink, 2.2) + seam('M580,820 V1058', ink, 2.2)
        : seam('M484,800 L490,1060', ink, 2.2)) +
      seam('M480,270 V800', ink, 1.4) +
      seam(pair('M640,400 C610,560 600,700 616,1050'), ink, 1.2),
    over: [foldedCollar(84, 232, { details: undefined })],
  });

/** The back of a belted coat. */
export function coatBack(): Garment {
  const measures: Measures = {
    neck: [84, 168, 40],
    shoulder: [236, 232],
    pit: [238, 460],
    waist: 208,
    hem: [270, 1150, 12],
  };
  return topBack({
    measures,
    sleeve: { outer: [866, 880], inner: [772, 900] },
    finish: (edge, ink, side) => stitches(shift(edge, -8 * side, -40), ink),
    sleeveOptions: { puff: 1 },
    puff: 0.9,
    drape: 0.5,
    folds: [fold([560, 720], [580, 900], [640, 1150], 60, 0.5), fold([400, 720], [380, 900], [320, 1150], 60, -0.45)],
    details: (ink) => seam('M480,210 V840', ink, 1.4) + seam('M484,840 L492,1160', ink, 2.4),
    over: [
      {
        outline: 'M270,640 C340,654 620,654 690,640 L694,696 C620,712 340,712 266,696 Z',
        cloth: 'plain',
        puff: 0.35,
        drape: 0.3,
        details: (ink) =>
          stitches('M270,650 C340,664 620,664 690,650', ink) + stitches('M268,688 C340,703 620,703 692,688', ink),
        loose: (ink) => button(420, 676, ink, 11) + button(540, 676, ink, 11),
      },
      foldedCollar(90, 166),
    ],
  });
}
