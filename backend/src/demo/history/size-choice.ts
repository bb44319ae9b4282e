import { SIZES } from '../catalogue/colors-and-sizes.js';
import type { SizeRun } from '../catalogue/colors-and-sizes.js';
import type { DemoShopper } from './shoppers.js';

/**
 * Returns the size of a run that fits a shopper; undefined when they buy for somebody else, as men do from a women's run.
 */
export function sizeFor({ gender, build: [height, weight] }: DemoShopper, run: SizeRun): string | undefined {
  const isMan = gender === 'male';
  if (isMan && (run === 'women' || run === 'women_shoes')) return undefined;
  const sizes = SIZES[run];
  const nearest = (place: number) => sizes[Math.min(sizes.length - 1, Math.max(0, Math.round(place)))];
  switch (run) {
    case 'letters':
    case 'women':
      return nearest((weight - 42) / 8);
    case 'men':
      return nearest((weight - 54) / 8);
    case 'waist':
      return nearest(isMan ? (weight - 54) / 4 : (weight - 44) / 4);
    case 'women_shoes':
      return nearest((height - 150) / 4);
    case 'shoes':
      return nearest(isMan ? (height - 158) / 4 : (height - 158) / 5);
    case 'free':
      return undefined;
  }
}
