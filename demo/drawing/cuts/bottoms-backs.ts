import type { Garment, Part } from '../cloth/garment.js';
import type { Ink } from '../cloth/ink.js';
import { mirror, pair } from '../cloth/geometry.js';
import { button, seam, stitches } from '../cloth/stitching.js';
import { aLineSkirt, miniSkirt, pleatedSkirt } from './skirts.js';
import { JOGGER, SHORTS, TAILORED, WIDE, legs, waistband } from './trousers.js';
import type { LegMeasures } from './trousers.js';

/*
 * The backs of trousers and skirts: no fly and no drawcord, but back pockets or a zip.
 */

/** A welt pocket with its button, right of the middle. */
const welt = ({ top, hip }: LegMeasures, ink: Ink) => {
  const [left, right, y] = [480 + hip * 0.3, 480 + hip * 0.86, top + 112];
  const slit = `M${left},${y + 6} L${right},${y - 4} L${right},${y + 8} L${left},${y + 18} Z`;
  return [slit, mirror(slit)].map((path) => seam(path, ink, 1.6)).join('') + button((left + right) / 2, y + 32, ink, 6);
};

/** Two darts below the waistband. */
const darts = ({ top, waist }: LegMeasures, ink: Ink) =>
  seam(pair(`M${480 + waist * 0.55},${top + 8} L${480 + waist * 0.58},${top + 100}`), ink, 1.4);

interface LegsBack {
  hem?: boolean;
  drape?: number;
  band: (ink: Ink) => string;
  bandOptions?: Partial<Part>;
  details?: (ink: Ink) => string;
}

function legsBack(m: LegMeasures, depth: number, { hem, drape, band, bandOptions, details }: LegsBack): Part[] {
  const [inner, outer, bottom] = m.hem;
  const line = `M${480 + outer},${bottom - 26} C${480 + outer - 60},${bottom - 14} ${480 + inner + 60},${bottom - 12} ${480 + inner},${bottom - 22}`;
  const [, ...both] = legs(
    m,
    (ink, side) =>
      (hem ? stitches(side > 0 ? line : mirror(line), ink) : '') +
      (side > 0 ? seam(`M480,${m.top} V${m.crotch}`, ink) + (details?.(ink) ?? '') : (details?.(ink) ?? '')),
    { drape },
  );
  return [...both, waistband(m, depth, band, bandOptions)];
}

/** The back of pressed trousers: darts and two welt pockets. */
export function trousersBack(cut: 'slim' | 'wide' = 'slim'): Garment {
  const m = cut === 'slim' ? TAILORED : WIDE;
  return {
    closeUp: [298, 116],
    parts: legsBack(m, 40, {
      drape: cut === 'wide' ? 0.9 : 0.35,
      band: (ink) => seam(`M480,${m.top - 30} V${m.top + 16}`, ink, 1.4),
      details: (ink) => welt(m, ink) + darts(m, ink),
    }),
  };
}

/** The back of shorts: tailored with welt pockets, sporty with an elastic waist and one patch pocket. */
export function shortsBack(isSporty = false): Garment {
  const m = isSporty ? { ...SHORTS, waist: 196 } : SHORTS;
  const patch = `M540,${m.top + 130} H660 V${m.top + 270} H540 Z`;
  return {
    closeUp: [298, 254],
    frame: [96, 116, 768],
    parts: legsBack(m, isSporty ? 62 : 50, {
      hem: true,
      drape: 0.7,
      band: (ink) =>
        isSporty
          ? ''
          : stitches(
              `M${480 - m.waist},${m.top - 32} C400,${m.top - 16} 560,${m.top - 16} ${480 + m.waist},${m.top - 32}`,
              ink,
            ),
      bandOptions: isSporty ? { cloth: 'rib', puff: 0.5 } : {},
      details: (ink) => (isSporty ? seam(patch, ink) + stitches(patch, ink) : welt(m, ink) + darts(m, ink)),
    }),
  };
}

/** The back of joggers: a patch pocket, an elastic waist. */
export function joggersBack(): Garment {
  const m = JOGGER;
  const [inner, outer, bottom] = m.hem;
  const ankle = `M${480 + outer},${bottom - 4} L${480 + outer - 10},${bottom + 76} C${480 + outer - 40},${bottom + 84} ${480 + inner + 40},${bottom + 84} ${480 + inner + 12},${bottom + 78} L${480 + inner},${bottom} C${480 + inner + 30},${bottom + 8} ${480 + outer - 30},${bottom + 6} ${480 + outer},${bottom - 4} Z`;
  const patch = `M540,${m.top + 110} L640,${m.top + 104} L644,${m.top + 226} L544,${m.top + 232} Z`;
  const [left, right, band] = legsBack(m, 58, {
    drape: 0.9,
    band: () => '',
    bandOptions: { cloth: 'rib', puff: 0.5 },
    details: (ink) => seam(patch, ink) + stitches(patch, ink),
  });
  return {
    closeUp: [298, 156],
    parts: [
      left!,
      right!,
      ...[ankle, mirror(ankle)].map((outline): Part => ({ outline, cloth: 'rib', puff: 0.5, drape: 0 })),
      band!,
    ],
  };
}

/** A skirt from behind: what hangs below its waistband, with a zip in the middle instead of the front's closing. */
function skirtBack(front: Garment, [body, band]: [Part, Part], details: (ink: Ink) => string): Garment {
  return {
    ...front,
    parts: [
      { ...body, details },
      { ...band, loose: undefined },
    ],
  };
}

const hiddenZip = (top: number, ink: Ink) =>
  seam(`M480,${top} V${top + 230}`, ink, 2) + stitches(`M490,${top} V${top + 236} H470 V${top}`, ink);

export function aLineBack(isButtoned = false): Garment {
  const front = aLineSkirt(isButtoned);
  const [lining, , body] = front.parts;
  const back = skirtBack(front, [body!, front.parts.at(-1)!], (ink) => {
    const hem = body!.details?.(ink) ?? '';
    return hem + (isButtoned ? seam('M480,292 V1090', ink, 1.8) : hiddenZip(292, ink));
  });
  return { ...back, parts: [lining!, ...back.parts] };
}

export function pleatedBack(length: 'midi' | 'mini' = 'midi'): Garment {
  const front = pleatedSkirt(length);
  const [, body, band] = front.parts;
  const top = length === 'midi' ? 216 : 330;
  return skirtBack(front, [body!, band!], (ink) => (body!.details?.(ink) ?? '') + hiddenZip(top, ink));
}

/** The back of a mini skirt: a yoke and two patch pockets. */
export function miniBack(): Garment {
  const front = miniSkirt();
  const [, body, band] = front.parts;
  const pocket = 'M528,480 L640,470 L646,580 L590,612 L534,588 Z';
  return skirtBack(front, [body!, band!], (ink) =>
    [
      seam('M480,360 V906', ink),
      seam(pair('M480,450 L652,408'), ink),
      stitches(pair('M480,443 L652,401'), ink),
      stitches('M700,860 C620,880 550,886 480,886', ink) + stitches(mirror('M700,860 C620,880 550,886 480,886'), ink),
      ...[pocket, mirror(pocket)].map((path) => seam(path, ink) + stitches(path, ink, 3)),
    ].join(''),
  );
}
