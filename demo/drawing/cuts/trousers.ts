import { fold } from '../cloth/garment.js';
import type { Fold, Garment, Part } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { mirror, short } from '../cloth/geometry.js';
import { button, label, seam, stitches } from '../cloth/stitching.js';

/** Half measures of trousers from the middle line, in drawing units. */
export interface LegMeasures {
  waist: number;
  top: number;
  hip: number;
  crotch: number;
  /** Half distances of the hem's inner and outer end, and its height. */
  hem: readonly [number, number, number];
  /** How far the thigh stands out beyond the straight line to the hem. */
  thigh?: number;
}

const JEANS: LegMeasures = { waist: 150, top: 176, hip: 196, crotch: 486, hem: [62, 198, 1146] };
export const WIDE: LegMeasures = { waist: 140, top: 160, hip: 190, crotch: 480, hem: [40, 262, 1150] };
export const TAILORED: LegMeasures = { waist: 146, top: 166, hip: 190, crotch: 476, hem: [70, 188, 1150] };
export const JOGGER: LegMeasures = { waist: 152, top: 206, hip: 206, crotch: 510, hem: [84, 176, 1080], thigh: 22 };
export const SHORTS: LegMeasures = { waist: 190, top: 296, hip: 246, crotch: 690, hem: [34, 300, 960] };

/** One leg, the right one: closed along the middle seam. */
function leg({ waist, top, hip, crotch, hem: [inner, outer, bottom], thigh = 0 }: LegMeasures): string {
  const at = (half: number, y: number) => `${short(480 + half)},${short(y)}`;
  const hipY = top + (crotch - top) * 0.7;
  return (
    `M${at(0, top + 8)} L${at(waist, top)} C${at(waist + 14, top + 70)} ${at(hip - 6, hipY - 90)} ${at(hip, hipY)} ` +
    `C${at(hip + 8 + thigh, hipY + (bottom - hipY) * 0.25)} ${at((hip + outer) / 2 + 4 + thigh, hipY + (bottom - hipY) * 0.6)} ${at(outer, bottom)} ` +
    `C${at(outer - (outer - inner) * 0.3, bottom + 9)} ${at(inner + (outer - inner) * 0.3, bottom + 11)} ${at(inner, bottom + 4)} ` +
    `C${at(inner - 8, crotch + (bottom - crotch) * 0.6)} ${at(18, crotch + (bottom - crotch) * 0.22)} ${at(2, crotch)} L${at(0, top + 8)} Z`
  );
}

function legFolds({ hip, top, crotch, hem: [inner, outer, bottom] }: LegMeasures, side: 1 | -1): Fold[] {
  const p = (half: number, y: number) => [480 + half * side, y] as const;
  const knee = crotch + (bottom - crotch) * 0.42;
  const weaker = side > 0 ? 1 : 0.8;
  return [
    fold(p(4, crotch - 20), p(70, crotch + 10), p(140, crotch - 34), 40, 0.55 * weaker),
    fold(p(8, crotch + 14), p(76, crotch + 50), p(150, crotch + 20), 36, -0.5 * weaker),
    fold(p(10, crotch + 46), p(60, crotch + 110), p(120, crotch + 120), 34, 0.45 * weaker),
    fold(p(hip - 6, top + 150), p(hip - 60, top + 200), p(60, crotch - 60), 40, -0.35),
    fold(
      p((inner + outer) / 2 - 60, knee - 20),
      p((inner + outer) / 2, knee + 18),
      p((inner + outer) / 2 + 62, knee - 10),
      34,
      0.4 * weaker,
    ),
    fold(
      p((inner + outer) / 2 - 54, knee + 36),
      p((inner + outer) / 2 + 6, knee + 60),
      p((inner + outer) / 2 + 60, knee + 40),
      30,
      -0.4,
    ),
    fold(
      p((inner + outer) / 2, knee + 60),
      p((inner + outer) / 2 - 12, bottom - 160),
      p((inner + outer) / 2 + 6, bottom),
      40,
      0.4,
    ),
    fold(p(inner + 10, bottom - 60), p((inner + outer) / 2, bottom - 30), p(outer - 10, bottom - 56), 26, -0.4),
  ];
}

/** Both legs and, behind the waist, the inside of the back. */
export function legs(
  measures: LegMeasures,
  details: (ink: Ink, side: 1 | -1) => string,
  options: Partial<Part> = {},
): Part[] {
  const { waist, top } = measures;
  const right = leg(measures);
  const base: Part = { outline: right, puff: 0.75, drape: 0.45, ...options };
  return [
    {
      outline: `M${480 - waist},${top - 32} C${480 - waist * 0.5},${top - 46} ${480 + waist * 0.5},${top - 46} ${480 + waist},${top - 32} L${480 + waist},${top + 14} L${480 - waist},${top + 14} Z`,
      cloth: 'lining',
      puff: 0.1,
      drape: 0,
      details: () => label(480, top - 36, 60),
    },
    { ...base, folds: legFolds(measures, -1), outline: mirror(right), turn: 1, details: (ink) => details(ink, -1) },
    { ...base, folds: legFolds(measures, 1), turn: -1, details: (ink) => details(ink, 1) },
  ];
}

/** A waistband with a slight curve, from half width `waist` at height `top` upwards. */
export function waistband(
  { waist, top }: LegMeasures,
  depth: number,
  details: (ink: Ink) => string,
  options: Partial<Part> = {},
): Part {
  const [left, right] = [480 - waist - 1, 480 + waist + 1];
  const outline =
    `M${left + 5},${top - depth + 6} C${left + waist * 0.6},${top - depth + 22} ${right - waist * 0.6},${top - depth + 22} ${right - 5},${top - depth + 6} ` +
    `L${right},${top + 4} C${right - waist * 0.6},${top + 20} ${left + waist * 0.6},${top + 20} ${left},${top + 4} Z`;
  return { outline, puff: 0.25, drape: 0, details, ...options };
}

const both = (path: string, side: 1 | -1) => (side > 0 ? path : mirror(path));

/** Five-pocket jeans, straight or wide. */
export function jeans(cut: 'straight' | 'wide' = 'straight'): Garment {
  const m = cut === 'straight' ? JEANS : WIDE;
  const [inner, outer, bottom] = m.hem;
  const { top, waist, hip } = m;
  const loop = (x: number) => (ink: Ink) =>
    `<path d="M${x - 7},${top - 40}h14v58h-14Z" fill="${ink.base}" stroke="${ink.seam}" stroke-opacity=".7" stroke-width="1.4"/>${stitches(`M${x - 3.5},${top - 38}v54M${x + 3.5},${top - 38}v54`, ink, 1.4)}`;
  const fade = (x: number) =>
    `<ellipse cx="${x}" cy="${m.crotch + 170}" rx="56" ry="290" fill="url(#fade)"/>` +
    `<radialGradient id="fade"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`;
  return {
    closeUp: [298, 126],
    parts: [
      ...legs(m, (ink, side) => {
        const pocket = both(
          `M${480 + waist - 96},${top + 8} C${480 + waist - 92},${top + 62} ${480 + waist - 50},${top + 96} ${480 + hip - 22},${top + 100}`,
          side,
        );
        const inside = both(
          `M${480 + waist - 89},${top + 8} C${480 + waist - 85},${top + 56} ${480 + waist - 46},${top + 89} ${480 + hip - 22},${top + 93}`,
          side,
        );
        const hem = both(
          `M${480 + outer},${bottom - 20} C${480 + outer - 40},${bottom - 11} ${480 + inner + 40},${bottom - 9} ${480 + inner},${bottom - 16}`,
          side,
        );
        const outseam = both(
          `M${480 + hip - 12},${top + 190} C${480 + hip - 2},${top + 460} ${480 + (hip + outer) / 2 - 12},${top + 700} ${480 + outer - 10},${bottom}`,
          side,
        );
        const fly =
          side > 0
            ? seam(`M480,${top} V${m.crotch}`, ink) +
              stitches(`M522,${top + 10} V${top + 150} C522,${top + 190} 506,${top + 214} 484,${top + 226}`, ink) +
              stitches(`M515,${top + 10} V${top + 148} C515,${top + 184} 502,${top + 206} 484,${top + 217}`, ink)
            : '';
        const coin =
          side > 0
            ? ''
            : stitches(
                `M${480 - waist + 22},${top + 50} H${480 - waist + 74} M${480 - waist + 26},${top + 50} V${top + 96} M${480 - waist + 70},${top + 50} V${top + 80}`,
                ink,
              );
        return (
          fade(480 + (side * (inner + outer)) / 2) +
          seam(pocket, ink) +
          stitches(inside, ink) +
          stitches(hem, ink) +
          seam(outseam, ink, 1.2) +
          fly +
          coin
        );
      }),
      waistband(
        m,
        42,
        (ink) =>
          stitches(
            `M${480 - waist},${top - 25} C${480 - waist * 0.4},${top - 10} ${480 + waist * 0.4},${top - 10} ${480 + waist},${top - 25}`,
            ink,
          ) +
          stitches(
            `M${480 - waist},${top} C${480 - waist * 0.4},${top + 13} ${480 + waist * 0.4},${top + 13} ${480 + waist},${top}`,
            ink,
          ),
        {
          loose: (ink) =>
            loop(480 - waist * 0.62)(ink) +
            loop(480 + waist * 0.62)(ink) +
            `<circle cx="484" cy="${top - 6}" r="12" fill="#8f6f42"/><circle cx="483" cy="${top - 7}" r="10.5" fill="#b9945f"/><circle cx="483" cy="${top - 7}" r="5.5" fill="#d0b07c"/>` +
            [480 + waist - 94, 480 - waist + 94]
              .map((x) => `<circle cx="${x}" cy="${top + 22}" r="3.6" fill="#b9945f"/>`)
              .join(''),
        },
      ),
    ],
  };
}

/** The back of jeans: yoke, two patch pockets, leather patch. */
export function jeansBack(cut: 'straight' | 'wide' = 'straight'): Garment {
  const m = cut === 'straight' ? JEANS : WIDE;
  const { top, waist } = m;
  const pocket = `M512,${top + 124} L634,${top + 112} L640,${top + 226} L580,${top + 262} L520,${top + 238} Z`;
  const arc = `M518,${top + 190} C548,${top + 214} 570,${top + 176} 582,${top + 170} C596,${top + 176} 612,${top + 208} 638,${top + 178}`;
  return {
    closeUp: [328, 128],
    parts: [
      ...legs(
        m,
        (ink, side) =>
          (side > 0 ? seam(`M480,${top} V${m.crotch}`, ink) + stitches(`M487,${top + 60} V${m.crotch}`, ink) : '') +
          seam(both(`M480,${top + 104} L${480 + waist + 26},${top + 50}`, side), ink) +
          stitches(both(`M480,${top + 97} L${480 + waist + 26},${top + 43}`, side), ink),
      ),
      ...[pocket, mirror(pocket)].map((outline, i): Part => ({
        outline,
        puff: 0.1,
        drape: 0,
        turn: i ? 5 : -5,
        details: (ink) =>
          stitches(i ? mirror(arc) : arc, ink) +
          stitches(outline, ink, 4) +
          seam(i ? `M448,${top + 142} L326,${top + 130}` : `M512,${top + 142} L634,${top + 130}`, ink, 1.2),
      })),
      waistband(
        m,
        42,
        (ink) =>
          stitches(`M${480 - waist},${top - 25} C400,${top - 10} 560,${top - 10} ${480 + waist},${top - 25}`, ink),
        {
          loose: () =>
            `<rect x="540" y="${top - 30}" width="78" height="48" rx="3" fill="#a9794b" stroke="#6f4c2b"/><path d="M562,${top + 4}v-20l17,18l17,-18v20" fill="none" stroke="#5b3d22" stroke-width="3"/>`,
        },
      ),
    ],
  };
}

/** Pressed trousers: slim, or wide with a pleat. */
export function trousers(cut: 'slim' | 'wide' = 'slim'): Garment {
  const m = cut === 'slim' ? TAILORED : WIDE;
  const [inner, outer, bottom] = m.hem;
  const { top, waist, hip } = m;
  const crease = (inner + outer) / 2;
  return {
    closeUp: [298, 116],
    parts: [
      ...legs(
        m,
        (ink, side) => {
          const line = both(
            `M${480 + waist * 0.52},${top + 60} C${480 + crease * 0.9},${top + 320} ${480 + crease},${top + 560} ${480 + crease},${bottom}`,
            side,
          );
          const pocket = both(`M${480 + waist - 40},${top + 10} L${480 + hip - 14},${top + 148}`, side);
          const pleats = both(
            `M${480 + waist * 0.5},${top + 8} L${480 + waist * 0.56},${top + 128} M${480 + waist * 0.74},${top + 6} L${480 + waist * 0.8},${top + 84}`,
            side,
          );
          const fly =
            side > 0
              ? seam(`M480,${top} V${m.crotch}`, ink) +
                stitches(`M516,${top + 12} V${top + 150} C516,${top + 184} 502,${top + 206} 484,${top + 216}`, ink, 1.3)
              : '';
          return seam(line, ink, 1.6) + seam(pocket, ink, 1.8) + (cut === 'wide' ? seam(pleats, ink, 1.8) : '') + fly;
        },
        { drape: cut === 'wide' ? 0.9 : 0.35 },
      ),
      waistband(m, 40, (ink) => seam(`M520,${top - 30} V${top + 16}`, ink, 1.4), {
        loose: (ink) =>
          [-0.6, 0.6]
            .map(
              (at) =>
                `<path d="M${480 + waist * at - 6},${top - 36}h12v52h-12Z" fill="${ink.base}" stroke="${ink.seam}" stroke-width="1.3"/>`,
            )
            .join('') + button(504, top - 6, ink, 8),
      }),
    ],
  };
}

/** Shorts: tailored chinos, or sporty with a drawcord. */
export function shorts(isSporty = false): Garment {
  const m = isSporty ? { ...SHORTS, waist: 196 } : SHORTS;
  const [inner, outer, bottom] = m.hem;
  const { top, waist, hip } = m;
  return {
    closeUp: [298, 254],
    frame: [96, 116, 768],
    parts: [
      ...legs(
        m,
        (ink, side) => {
          const hem = both(
            `M${480 + outer},${bottom - 28} C${480 + outer - 60},${bottom - 16} ${480 + inner + 60},${bottom - 14} ${480 + inner - 4},${bottom - 24}`,
            side,
          );
          const pocket = both(`M${480 + waist - 46},${top + 10} L${480 + hip - 10},${top + 190}`, side);
          const stripe = isSporty
            ? `<path d="${both(`M${480 + hip - 26},${top + 200} C${480 + hip},${top + 330} ${480 + outer - 40},${top + 500} ${480 + outer - 26},${bottom + 10}`, side)}" fill="none" stroke="${ink.second}" stroke-width="13"/>`
            : '';
          const fly =
            side > 0 && !isSporty
              ? seam(`M480,${top} V${m.crotch}`, ink) +
                stitches(`M530,${top + 12} V${top + 170} C530,${top + 214} 512,${top + 240} 486,${top + 252}`, ink)
              : seam(`M480,${top} V${m.crotch}`, ink, 1.3);
          return (
            stripe +
            stitches(hem, ink) +
            seam(pocket, ink) +
            stitches(both(`M${480 + waist - 54},${top + 12} L${480 + hip - 18},${top + 190}`, side), ink) +
            fly
          );
        },
        { drape: 0.7 },
      ),
      isSporty
        ? elastic(m, 62)
        : waistband(
            m,
            50,
            (ink) =>
              stitches(`M${480 - waist},${top - 32} C400,${top - 16} 560,${top - 16} ${480 + waist},${top - 32}`, ink),
            {
              loose: (ink) =>
                button(490, top - 8, ink, 10) +
                [-0.6, 0.6]
                  .map(
                    (at) =>
                      `<path d="M${480 + waist * at - 7},${top - 44}h14v62h-14Z" fill="${ink.base}" stroke="${ink.seam}" stroke-width="1.3"/>`,
                  )
                  .join(''),
            },
          ),
    ],
  };
}

/** A gathered waistband with a tied cord. */
function elastic(m: LegMeasures, depth: number): Part {
  const y = m.top - depth / 2 + 22;
  const cord = (ink: Ink, path: string) =>
    `<path d="${path}" fill="none" stroke="${ink.seam}" stroke-opacity=".5" stroke-width="9" transform="translate(2,4)"/><path d="${path}" fill="none" stroke="${ink.stitch}" stroke-width="7.5" stroke-linecap="round"/>`;
  return waistband(m, depth, () => '', {
    cloth: 'rib',
    puff: 0.5,
    loose: (ink) =>
      [450, 510].map((x) => `<circle cx="${x}" cy="${y}" r="5.5" fill="#6c675f"/>`).join('') +
      cord(ink, `M450,${y} C462,${y + 40} 448,${y + 100} 456,${y + 160}`) +
      cord(ink, `M510,${y} C500,${y + 50} 516,${y + 90} 506,${y + 140}`),
  });
}

/** Joggers with a drawcord waist and ribbed ankles. */
export function joggers(): Garment {
  const m = JOGGER;
  const [inner, outer, bottom] = m.hem;
  const ankle = `M${480 + outer},${bottom - 4} C${480 + outer + 2},${bottom + 30} ${480 + outer - 8},${bottom + 56} ${480 + outer - 10},${bottom + 76} C${480 + outer - 40},${bottom + 84} ${480 + inner + 40},${bottom + 84} ${480 + inner + 12},${bottom + 78} C${480 + inner + 8},${bottom + 54} ${480 + inner - 2},${bottom + 30} ${480 + inner},${bottom} C${480 + inner + 30},${bottom + 8} ${480 + outer - 30},${bottom + 6} ${480 + outer},${bottom - 4} Z`;
  return {
    closeUp: [298, 156],
    parts: [
      ...legs(
        m,
        (ink, side) =>
          seam(both(`M${480 + m.waist - 30},${m.top + 14} L${480 + m.hip - 12},${m.top + 160}`, side), ink) +
          stitches(both(`M${480 + m.waist - 38},${m.top + 14} L${480 + m.hip - 20},${m.top + 160}`, side), ink) +
          (side > 0 ? seam(`M480,${m.top} V${m.crotch}`, ink, 1.3) : ''),
        { drape: 0.9, puff: 0.9 },
      ),
      { outline: ankle, cloth: 'rib', puff: 0.5, drape: 0 },
      { outline: mirror(ankle), cloth: 'rib', puff: 0.5, drape: 0 },
      elastic(m, 58),
    ],
  };
}
