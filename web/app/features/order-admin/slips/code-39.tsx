/** The nine bars and gaps of each character, of which three are wide (w): ISO/IEC 16388. */
const SIGNS: Record<string, string> = {
  '0': 'nnnwwnwnn',
  '1': 'wnnwnnnnw',
  '2': 'nnwwnnnnw',
  '3': 'wnwwnnnnn',
  '4': 'nnnwwnnnw',
  '5': 'wnnwwnnnn',
  '6': 'nnwwwnnnn',
  '7': 'nnnwnnwnw',
  '8': 'wnnwnnwnn',
  '9': 'nnwwnnwnn',
  '*': 'nwnnwnwnn',
};
const WIDE = 3;
/** The quiet zone on both sides, which scanners need. */
const QUIET = 10;

/** @returns the bars of a number and the total width, in widths of the narrowest bar */
export function barsOf(number: number): { bars: { x: number; width: number }[]; width: number } {
  const bars: { x: number; width: number }[] = [];
  let x = QUIET;
  for (const sign of `*${number}*`) {
    [...SIGNS[sign]!].forEach((kind, index) => {
      const width = kind === 'w' ? WIDE : 1;
      if (index % 2 === 0) bars.push({ x, width });
      x += width;
    });
    x += 1;
  }
  return { bars, width: x - 1 + QUIET };
}

/** A number as a Code 39 barcode. */
export function Code39({ number, className }: { number: number; className?: string }) {
  const { bars, width } = barsOf(number);
  return (
    <svg
      viewBox={`0 0 ${width} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={`Mã vạch của số ${number}`}
      className={className}
    >
      {bars.map(({ x, width: thick }) => (
        <rect key={x} x={x} width={thick} height={40} fill="currentColor" />
      ))}
    </svg>
  );
}
