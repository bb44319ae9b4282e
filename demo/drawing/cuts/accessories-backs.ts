import { fold } from '../cloth/garment.js';
import type { Garment, Part } from '../cloth/garment.js';
import { mirror, shift } from '../cloth/geometry.js';
import { button, seam, stitches } from '../cloth/stitching.js';
import { bucketHat, cap, scarf, sneakers, tote } from './accessories.js';

/** A pair of trainers from behind: heel tab, collar and sole. */
export function sneakersBack(): Garment {
  const shoe = (dx: number): Part[] => {
    const at = (path: string) => shift(path, dx, 0);
    return [
      {
        outline: at(
          'M356,420 C372,396 440,380 480,380 C520,380 588,396 604,420 C616,520 640,640 646,780 C600,800 360,800 314,780 C320,640 344,520 356,420 Z',
        ),
        puff: 0.9,
        drape: 0.1,
        folds: [fold([dx + 350, 640], [dx + 400, 676], [dx + 420, 740], 26, 0.4)],
        details: (ink) =>
          `<path d="${at('M430,400 C450,390 510,390 530,400 C540,520 552,640 560,800 L400,800 C408,640 420,520 430,400 Z')}" fill="${ink.accent}"/>` +
          stitches(at('M424,404 C414,520 402,640 394,796'), ink) +
          stitches(at('M536,404 C546,520 558,640 566,796'), ink) +
          seam(at('M480,470 L480,796'), ink, 1.4),
      },
      {
        outline: at('M372,412 C400,380 560,380 588,412 C560,436 400,436 372,412 Z'),
        cloth: 'lining',
        puff: 0.3,
        drape: 0,
      },
      {
        outline: at(
          'M300,770 C380,796 580,796 660,770 C672,800 672,840 660,860 C580,878 380,878 300,860 C288,840 288,800 300,770 Z',
        ),
        color: '#f4efe4',
        puff: 0.4,
        drape: 0,
        details: () =>
          `<path d="${at('M296,826 C380,848 580,848 664,826')}" fill="none" stroke="#c9c0b0" stroke-width="2.4"/>`,
      },
    ];
  };
  return { closeUp: sneakers().closeUp, parts: [...shoe(-206), ...shoe(206)] };
}

/** A bucket hat from behind: no label, a seam where the band closes. */
export function bucketHatBack(): Garment {
  const front = bucketHat();
  const [brim, crown, top] = front.parts;
  return {
    ...front,
    parts: [
      brim!,
      {
        ...crown!,
        loose: undefined,
        details: (ink) => seam('M400,490 C392,560 388,630 386,700', ink, 2) + (crown!.details?.(ink) ?? ''),
      },
      top!,
    ],
  };
}

/** A cap from behind: the panels, the opening and its strap. */
export function capBack(): Garment {
  const front = cap();
  return {
    ...front,
    parts: [
      {
        outline:
          'M236,760 C226,600 290,430 480,410 C670,430 734,600 724,760 C690,776 640,784 600,786 C596,690 560,640 480,640 C400,640 364,690 360,786 C320,784 270,776 236,760 Z',
        puff: 1,
        drape: 0.3,
        details: (ink) =>
          seam('M480,410 V640', ink) +
          stitches('M488,410 V640', ink) +
          seam('M480,410 C380,450 320,580 310,780', ink) +
          seam('M480,410 C580,450 640,580 650,780', ink) +
          stitches('M372,786 C376,700 410,654 480,654 C550,654 584,700 588,786', ink),
        loose: (ink) => `<ellipse cx="480" cy="410" rx="17" ry="10" fill="${ink.base}" stroke="${ink.seam}"/>`,
      },
      {
        outline: 'M344,742 C420,764 540,764 616,742 L618,778 C540,800 420,800 342,778 Z',
        cloth: 'second',
        puff: 0.4,
        drape: 0,
        details: (ink) =>
          stitches('M346,750 C420,772 540,772 614,750', ink) + stitches('M346,772 C420,793 540,793 614,772', ink),
        loose: (ink) =>
          `<rect x="500" y="744" width="44" height="50" rx="4" fill="none" stroke="${ink.metal}" stroke-width="7"/>`,
      },
    ],
  };
}

/** A tote from behind: a flat outer pocket instead of a print. */
export function toteBack(): Garment {
  const front = tote();
  const pocket = 'M330,640 L630,640 L634,930 L326,930 Z';
  return {
    ...front,
    parts: [
      ...front.parts,
      {
        outline: pocket,
        puff: 0.1,
        drape: 0.1,
        details: (ink) => stitches('M338,660 H622 M340,664 L336,920 H624 L620,664', ink),
        loose: (ink) => button(480, 672, ink, 10),
      },
    ],
  };
}

/** A scarf from behind: the other end lies on top. */
export function scarfBack(): Garment {
  const front = scarf();
  const [under, over, loop] = front.parts;
  const turned = (part: Part, dx: number): Part => ({ ...part, outline: shift(mirror(part.outline), dx, 0) });
  return {
    ...front,
    parts: [
      { ...under!, loose: undefined, outline: shift(under!.outline, 0, -30) },
      turned({ ...over!, loose: over!.loose }, 0),
      { ...loop!, details: (ink) => seam('M300,330 C400,360 560,360 660,330', ink, 2) },
    ],
  };
}
