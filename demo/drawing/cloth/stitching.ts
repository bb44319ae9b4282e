import type { Ink } from './ink.js';

/** A row of stitches along a path. */
export const stitches = (path: string, { stitch }: Pick<Ink, 'stitch'>, width = 1.8) =>
  `<path d="${path}" fill="none" stroke="${stitch}" stroke-width="${width}" stroke-dasharray="7 3.6" stroke-linecap="round" stroke-opacity=".85"/>`;

/** A seam: a thin dark line with a light one beside it, as where two pieces of cloth meet. */
export const seam = (path: string, { seam: color }: Pick<Ink, 'seam'>, width = 1.8) =>
  `<path d="${path}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="${width + 1.6}" transform="translate(1.4,1.6)"/>` +
  `<path d="${path}" fill="none" stroke="${color}" stroke-opacity=".75" stroke-width="${width}" stroke-linecap="round"/>`;

/** A four-hole button with its own small shadow. */
export const button = (
  x: number,
  y: number,
  { button: color, seam: dark }: Pick<Ink, 'button' | 'seam'>,
  radius = 9,
) => {
  const hole = (dx: number, dy: number) =>
    `<circle cx="${x + dx * radius * 0.28}" cy="${y + dy * radius * 0.28}" r="${radius * 0.12}" fill="${dark}" fill-opacity=".85"/>`;
  return (
    `<circle cx="${x + 1.2}" cy="${y + 2.4}" r="${radius}" fill="#1a1420" fill-opacity=".28"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}" stroke="${dark}" stroke-opacity=".55" stroke-width="1.2"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius * 0.66}" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="1.2"/>` +
    hole(-1, -1) +
    hole(1, -1) +
    hole(-1, 1) +
    hole(1, 1)
  );
};

/** A run of buttons down a straight line, with their buttonholes. */
export const buttons = (x: number, from: number, to: number, count: number, ink: Ink, radius = 9) =>
  Array.from({ length: count }, (_, i) =>
    button(x, from + ((to - from) * i) / Math.max(1, count - 1), ink, radius),
  ).join('');

/** A zip: teeth on tape, and a slider with its pull at the top. */
export const zip = (x: number, from: number, to: number, { metal, seam: dark }: Ink) =>
  `<path d="M${x},${from}V${to}" stroke="${dark}" stroke-width="15" stroke-opacity=".8"/>` +
  `<path d="M${x},${from}V${to}" stroke="${metal}" stroke-width="7.5" stroke-dasharray="3.4 2.6"/>` +
  `<rect x="${x - 7}" y="${from}" width="14" height="20" rx="4" fill="${metal}" stroke="#55504a" stroke-width="1"/>` +
  `<rect x="${x - 4}" y="${from + 16}" width="8" height="36" rx="4" fill="${metal}" stroke="#55504a" stroke-width="1"/>`;

/** A woven label with the shop's stitch mark, sewn in at the neck. */
export const label = (x: number, y: number, width = 58) =>
  `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${width * 0.42}" rx="1.5" fill="#f6f1e7" stroke="#1a1420" stroke-opacity=".25"/>` +
  `<path d="M${x - width * 0.24},${y + width * 0.27}v${-width * 0.13}l${width * 0.08},${width * 0.1}l${width * 0.08},${-width * 0.1}v${width * 0.13}M${x + width * 0.02},${y + width * 0.21}h${width * 0.22}" fill="none" stroke="#2a2622" stroke-width="1.8"/>`;
