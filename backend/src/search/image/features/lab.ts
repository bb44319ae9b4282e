import type { Pixels } from './pixels.js';

/** Pixels in perceptual colours: CIE L*a*b* for D65, three numbers each. */
export type LabPixels = Float32Array;

/** The linear light of each sRGB byte (IEC 61966-2-1). */
const LIGHT = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The curve of L*a*b* between 0 and 1, in steps fine enough for bytes. */
const STEPS = 4096;
const CURVE = Float32Array.from({ length: STEPS + 2 }, (_, step) => {
  const value = step / STEPS;
  return value > 216 / 24389 ? Math.cbrt(value) : (value * (24389 / 27) + 16) / 116;
});

function curve(value: number): number {
  const at = Math.min(value, 1) * STEPS;
  const step = Math.floor(at);
  return CURVE[step]! + (CURVE[step + 1]! - CURVE[step]!) * (at - step);
}

/** Converts pixels to L*a*b*. */
export function labOf({ data }: Pick<Pixels, 'data'>): LabPixels {
  const lab = new Float32Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    const red = LIGHT[data[i]!]!;
    const green = LIGHT[data[i + 1]!]!;
    const blue = LIGHT[data[i + 2]!]!;
    const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
    const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
    const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
    lab[i] = 116 * y - 16;
    lab[i + 1] = 500 * (x - y);
    lab[i + 2] = 200 * (y - z);
  }
  return lab;
}

/** Converts `#rrggbb` to L*a*b*. */
export function labOfHex(hex: string): [number, number, number] {
  const [lightness, a, b] = labOf({ data: Buffer.from(hex.slice(1), 'hex') });
  return [lightness!, a!, b!];
}
