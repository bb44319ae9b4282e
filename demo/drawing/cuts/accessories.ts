import { fold } from '../cloth/garment.js';
import type { Garment, Part } from '../cloth/garment.js';
import { mirror, shift } from '../cloth/geometry.js';
import { seam, stitches } from '../cloth/stitching.js';

/** A bucket hat, seen a little from above. */
export function bucketHat(): Garment {
  const brim =
    'M296,650 C250,700 205,760 190,806 C230,868 380,900 480,900 C580,900 730,868 770,806 C755,760 710,700 664,650 C600,690 360,690 296,650 Z';
  const crown =
    'M330,470 C318,540 306,600 296,660 C340,706 620,706 664,660 C654,600 642,540 630,470 C600,430 360,430 330,470 Z';
  const top = 'M330,470 C340,428 620,428 630,470 C620,508 340,508 330,470 Z';
  const row = (k: number) =>
    `M${296 - k * 15},${662 + k * 20} C${370 - k * 8},${706 + k * 27} ${590 + k * 8},${706 + k * 27} ${664 + k * 15},${662 + k * 20}`;
  return {
    closeUp: [288, 434],
    frame: [96, 160, 768],
    parts: [
      {
        outline: brim,
        puff: 0.6,
        drape: 0.6,
        folds: [fold([240, 700], [300, 780], [280, 860], 40, 0.5), fold([720, 700], [680, 790], [700, 860], 40, -0.5)],
        details: (ink) => [1, 2, 3, 4, 5, 6, 7].map((k) => stitches(row(k), ink, 1.6)).join(''),
      },
      {
        outline: crown,
        puff: 0.9,
        drape: 0.5,
        folds: [
          fold([360, 480], [350, 570], [350, 670], 34, 0.4),
          fold([600, 480], [612, 570], [606, 670], 34, -0.4),
          fold([440, 500], [450, 580], [440, 690], 34, -0.3),
        ],
        details: (ink) =>
          seam('M480,498 V700', ink, 1.6) + stitches('M488,498 V700', ink) + stitches(shift(row(0), 0, -12), ink),
        loose: (ink) =>
          `<rect x="536" y="608" width="56" height="34" rx="2" fill="${ink.accent}" transform="rotate(-5 560 620)"/><path d="M552,632v-12l9,9l9,-9v12" fill="none" stroke="${ink.base}" stroke-width="2.4" transform="rotate(-5 560 620)"/>`,
      },
      { outline: top, puff: 0.5, drape: 0.2, details: (ink) => stitches('M346,474 C380,498 580,498 614,474', ink) },
    ],
  };
}

/** A six-panel cap, three quarters from the front. */
export function cap(): Garment {
  const crown =
    'M226,700 C220,560 290,420 440,396 C590,384 690,480 716,640 C720,670 716,690 712,706 C600,664 380,664 226,700 Z';
  const peak =
    'M236,694 C360,648 600,652 716,702 C770,760 800,810 796,836 C788,858 740,852 690,838 C560,800 400,796 300,812 C250,818 226,800 224,770 C222,740 226,716 236,694 Z';
  return {
    closeUp: [278, 414],
    frame: [128, 112, 768],
    parts: [
      {
        outline: crown,
        puff: 1,
        drape: 0.3,
        details: (ink) =>
          seam('M470,394 C420,480 396,580 400,676', ink) +
          stitches('M478,394 C428,480 404,580 408,676', ink) +
          seam('M470,394 C560,450 610,560 620,680', ink) +
          stitches('M462,398 C552,454 602,564 612,678', ink) +
          seam('M470,394 C360,420 290,520 274,686', ink) +
          [
            [350, 520],
            [530, 500],
            [650, 540],
          ]
            .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="7" fill="none" stroke="${ink.stitch}" stroke-width="4"/>`)
            .join(''),
        loose: (ink) =>
          `<ellipse cx="470" cy="394" rx="17" ry="10" fill="${ink.base}" stroke="${ink.seam}"/><g transform="translate(508,584)"><path d="M-34,26V-26L0,12L34,-26V26" fill="none" stroke="${ink.accent}" stroke-width="11" stroke-linejoin="round" stroke-linecap="round"/></g>`,
      },
      {
        outline: peak,
        cloth: 'second',
        puff: 0.6,
        drape: 0.1,
        details: (ink) =>
          [14, 30, 46, 62]
            .map((dy) => stitches(shift('M226,704 C360,660 600,664 730,716', dy * 0.1, dy), ink, 1.5))
            .join(''),
      },
    ],
  };
}

/** A canvas tote lying flat with its handles up. */
export function tote(print?: Part['details']): Garment {
  const bag =
    'M222,500 C390,490 570,490 738,500 L756,1060 C758,1084 744,1096 722,1098 C560,1106 400,1106 238,1098 C216,1096 202,1084 204,1060 Z';
  const handle = 'M350,520 C346,360 400,220 480,220 C560,220 614,360 610,520';
  const behind = 'M370,506 C368,330 420,176 490,176 C556,176 600,330 592,506';
  return {
    closeUp: [292, 438],
    parts: [
      { outline: behind, band: 34, cloth: 'second', puff: 0.3, drape: 0 },
      { outline: 'M226,500 C390,478 570,478 734,500 L734,520 L226,520 Z', cloth: 'lining', puff: 0.1, drape: 0 },
      {
        outline: bag,
        puff: 0.6,
        drape: 0.6,
        folds: [
          fold([350, 560], [330, 760], [300, 1090], 60, 0.4),
          fold([610, 570], [640, 780], [660, 1080], 60, -0.4),
          fold([240, 1000], [320, 1050], [420, 1090], 50, 0.4),
          fold([720, 980], [640, 1050], [560, 1090], 50, -0.4),
        ],
        details: (ink) =>
          (print?.(ink) ?? '') +
          stitches('M220,534 C390,524 570,524 740,534', ink) +
          stitches('M220,541 C390,531 570,531 740,541', ink),
      },
      {
        outline: handle,
        band: 36,
        cloth: 'second',
        puff: 0.3,
        drape: 0,
        loose: (ink) =>
          [350, 610]
            .map(
              (x) =>
                `<rect x="${x - 18}" y="500" width="36" height="86" fill="${ink.second}" stroke="${ink.seam}" stroke-opacity=".5"/>${stitches(`M${x - 13},506h26v74h-26zl26,74M${x + 13},506l-26,74`, ink, 1.6)}`,
            )
            .join(''),
      },
    ],
  };
}

/** A pair of low court trainers, one behind the other. */
export function sneakers(): Garment {
  const shoe = (dx: number, dy: number): Part[] => {
    const at = (path: string) => shift(path, dx, dy);
    return [
      {
        outline: at(
          'M120,742 C116,700 122,640 128,590 C140,560 190,540 222,556 C246,590 300,596 344,570 C380,548 402,520 428,516 C452,540 500,590 560,626 C620,660 700,672 742,700 C768,720 770,744 764,762 C560,776 300,776 132,762 C124,758 121,750 120,742 Z',
        ),
        puff: 0.8,
        drape: 0.1,
        folds: [
          fold([dx + 520, dy + 620], [dx + 560, dy + 660], [dx + 560, dy + 720], 26, -0.6),
          fold([dx + 560, dy + 640], [dx + 606, dy + 680], [dx + 600, dy + 730], 24, 0.5),
        ],
        details: (ink) =>
          `<path d="${at('M128,590 C140,560 190,540 222,556 C232,600 226,680 214,764 L120,764 Z')}" fill="${ink.accent}"/>` +
          stitches(at('M222,562 C234,610 228,690 218,764'), ink) +
          `<path d="${at('M316,764 C336,700 356,650 380,600 L420,640 C400,690 392,730 390,764 Z')}" fill="${ink.accent}" fill-opacity=".9"/>` +
          stitches(at('M560,630 C550,680 560,730 580,764'), ink) +
          seam(at('M344,572 C372,600 430,660 470,764'), ink, 1.4) +
          [0, 1, 2, 3, 4]
            .map((k) => stitches(at(`M${610 + k * 22},${690 + k * 4} v.1 m8,14 v.1 m-16,2 v.1`), ink, 5))
            .join(''),
      },
      {
        outline: at(
          'M222,556 C246,590 300,596 344,570 C380,548 402,520 428,516 C420,500 396,494 372,500 C330,520 270,534 222,540 Z',
        ),
        cloth: 'lining',
        puff: 0.3,
        drape: 0,
      },
      {
        outline: at(
          'M362,556 C390,536 408,508 436,486 C460,492 470,512 466,532 C500,566 540,600 580,628 C560,642 530,640 510,626 C460,600 410,580 362,556 Z',
        ),
        puff: 0.6,
        drape: 0,
        details: (ink) => stitches(at('M372,552 C400,534 416,512 440,496'), ink),
        loose: () =>
          [0, 1, 2, 3, 4]
            .map((k) => {
              const [x, y] = [dx + 412 + k * 32, dy + 556 + k * 17];
              return `<path d="M${x - 8},${y + 20} C${x + 4},${y - 2} ${x + 22},${y - 20} ${x + 46},${y - 22}" fill="none" stroke="#1a1420" stroke-opacity=".3" stroke-width="11" transform="translate(1,4)"/><path d="M${x - 8},${y + 20} C${x + 4},${y - 2} ${x + 22},${y - 20} ${x + 46},${y - 22}" fill="none" stroke="#f6f2ea" stroke-width="10" stroke-linecap="round"/>`;
            })
            .join(''),
      },
      {
        outline: at(
          'M116,744 C300,764 580,764 768,740 C782,756 784,784 772,800 C740,814 300,818 136,806 C118,796 110,766 116,744 Z',
        ),
        color: '#f4efe4',
        puff: 0.4,
        drape: 0,
        details: () =>
          `<path d="${at('M118,778 C300,796 580,796 778,774')}" fill="none" stroke="#c9c0b0" stroke-width="2.4"/><path d="${at('M122,760 C300,778 580,778 774,756')}" fill="none" stroke="#c9c0b0" stroke-width="1.4" stroke-dasharray="5 4"/>`,
      },
    ];
  };
  return { closeUp: [358, 582], parts: [...shoe(70, -150), ...shoe(10, 130)] };
}

/** A folded scarf with fringes, for the cool season. */
export function scarf(): Garment {
  const fold1 = 'M300,260 C380,236 580,236 660,260 L676,860 C560,884 400,884 284,860 Z';
  const front = 'M360,300 C420,284 540,284 600,300 L612,1010 C540,1030 420,1030 348,1010 Z';
  const fringe = (from: number, to: number, y: number) =>
    Array.from({ length: 17 }, (_, i) => {
      const x = from + ((to - from) / 16) * i;
      return `M${x},${y} q${i % 2 ? 5 : -4},34 ${i % 3 ? 1 : -3},72`;
    }).join('');
  const tassels =
    (path: string): Part['loose'] =>
    (ink) =>
      `<path d="${path}" fill="none" stroke="${ink.seam}" stroke-width="8" stroke-linecap="round"/><path d="${path}" fill="none" stroke="${ink.base}" stroke-width="5.5" stroke-linecap="round"/>`;
  return {
    closeUp: [308, 646],
    parts: [
      {
        outline: fold1,
        puff: 0.7,
        drape: 0.8,
        turn: 1,
        folds: [fold([320, 300], [316, 600], [310, 860], 40, 0.5), fold([640, 300], [650, 600], [650, 860], 40, -0.5)],
        loose: tassels(fringe(292, 668, 866)),
      },
      {
        outline: front,
        puff: 0.8,
        drape: 0.9,
        turn: -1,
        folds: [
          fold([420, 320], [430, 660], [410, 1010], 44, 0.5),
          fold([540, 330], [530, 660], [550, 1010], 44, -0.5),
        ],
        loose: tassels(fringe(356, 604, 1014)),
      },
      {
        outline: mirror(
          'M286,252 C360,216 600,216 674,252 C684,290 680,330 668,352 C600,382 360,382 292,352 C280,330 276,290 286,252 Z',
        ),
        puff: 1,
        drape: 0.8,
        folds: [fold([300, 290], [480, 262], [660, 300], 40, 0.6), fold([310, 330], [480, 320], [650, 340], 30, -0.6)],
      },
    ],
  };
}
