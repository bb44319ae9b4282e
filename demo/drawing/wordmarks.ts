/** A brand's name as it writes it. */
export interface Wordmark {
  /** Capital Vietnamese letters that the alphabet below knows, and spaces. */
  text: string;
  style: keyof typeof STYLES;
}

/** How a mark is drawn: stroke width, space between letters, width of letters, slant in degrees, ends of strokes. */
const STYLES = {
  wide: { stroke: 7, gap: 40, stretch: 1.05, slant: 0, cap: 'butt' },
  fine: { stroke: 4, gap: 24, stretch: 0.9, slant: 0, cap: 'butt' },
  round: { stroke: 11, gap: 24, stretch: 1, slant: 0, cap: 'round' },
  slanted: { stroke: 6, gap: 22, stretch: 0.92, slant: -12, cap: 'round' },
  bold: { stroke: 19, gap: 26, stretch: 1, slant: -8, cap: 'butt' },
} as const;

/** Letters as strokes in a box 100 high; the number is the width. Accents stand above or below in the same box. */
const LETTERS: Record<string, readonly [number, string]> = {
  A: [84, 'M2,100L42,0L82,100M17,64H67'],
  B: [64, 'M4,0V100M4,3H34C62,3 62,48 34,48H4M34,48C70,48 70,97 34,97H4'],
  C: [84, 'M82,22C60,-12 4,-6 4,50C4,106 60,112 82,78'],
  D: [78, 'M4,3V97H30C92,97 92,3 30,3Z'],
  E: [58, 'M56,3H4V97H56M4,50H48'],
  G: [90, 'M84,20C60,-14 4,-6 4,50C4,106 62,108 86,76V54H52'],
  H: [74, 'M4,0V100M70,0V100M4,50H70'],
  I: [12, 'M6,0V100'],
  K: [70, 'M4,0V100M66,0L6,56M26,40L68,100'],
  L: [54, 'M4,0V97H54'],
  M: [96, 'M4,100V2L48,74L92,2V100'],
  N: [80, 'M4,100V2L76,98V0'],
  O: [100, 'M50,3C108,3 108,97 50,97C-8,97 -8,3 50,3Z'],
  P: [62, 'M4,100V3H34C68,3 68,56 34,56H4'],
  R: [66, 'M4,100V3H34C66,3 66,52 34,52H4M36,52L64,100'],
  S: [64, 'M58,16C44,-6 6,0 6,26C6,54 60,44 60,74C60,104 16,104 3,80'],
  U: [76, 'M4,0V62C4,108 72,108 72,62V0'],
  V: [82, 'M2,0L41,98L80,0'],
};
const MARKS: Record<string, (middle: number) => string> = {
  '\u0302': (x) => `M${x - 17},-14L${x},-30L${x + 17},-14`, // circumflex
  '\u0301': (x) => `M${x - 3},-24L${x + 12},-44`, // acute
  '\u0300': (x) => `M${x + 3},-24L${x - 12},-44`, // grave
  '\u0323': (x) => `M${x - 0.1},120V120.2`, // dot below
  '\u031b': () => '', // the horn is drawn with its letter
};

/** The mark as SVG strokes with its size: the box around it, without margins. */
export function wordmark({ text, style }: Wordmark, color: string): { svg: string; width: number; height: number } {
  const { stroke, gap, stretch, slant, cap } = STYLES[style];
  let x = 0;
  let paths = '';
  for (const letter of text.normalize('NFD').match(/.\p{M}*/gu) ?? []) {
    const [width, path] = LETTERS[letter[0]!] ?? [34, ''];
    const marks = [...letter.slice(1)];
    // An acute on a circumflex moves to its right.
    const isStacked = marks.includes('\u0302');
    const accents = marks
      .map((mark) => MARKS[mark]?.(width / 2 + (isStacked && mark !== '\u0302' && mark !== '\u0323' ? 20 : 0)) ?? '')
      .join('');
    const horn = marks.includes('\u031b') ? `M${width - 6},6C${width + 8},2 ${width + 12},-8 ${width + 8},-18` : '';
    paths += `<g transform="translate(${x},0) scale(${stretch},1)"><path d="${path}${accents}${horn}"/>${marks.includes('\u0323') ? `<path d="${MARKS['\u0323']!(width / 2)}" stroke-linecap="round" stroke-width="${stroke * 1.7}"/>` : ''}</g>`;
    x += width * stretch + gap;
  }
  const width = x - gap;
  return {
    svg: `<g transform="translate(0,50) skewX(${slant}) translate(0,-50)" fill="none" stroke="${color}" stroke-width="${stroke}" stroke-linecap="${cap}" stroke-linejoin="${cap === 'round' ? 'round' : 'miter'}">${paths}</g>`,
    width,
    height: 100,
  };
}

/** A brand's picture: its mark in ink on paper, 3:2. */
export function wordmarkSvg(mark: Wordmark): string {
  const drawn = wordmark(mark, '#26231f');
  const scale = Math.min(440 / drawn.width, 0.9);
  const [x, y] = [(720 - drawn.width * scale) / 2, 250 - (drawn.height * scale) / 2];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480" viewBox="0 0 720 480">` +
    `<rect width="720" height="480" fill="#f4efe6"/><g transform="translate(${x},${y}) scale(${scale})">${drawn.svg}</g></svg>`
  );
}
