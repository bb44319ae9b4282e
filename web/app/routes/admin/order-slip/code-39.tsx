/** Nine bars and gaps of each sign, of which three are wide (w): ISO/IEC 16388. */
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
/** Light on both sides, without which no reader finds the beginning. */
const QUIET = 10;

/** Where the bars of a number stand, in widths of the narrowest one. */
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

/** A number as a bar code that every hand scanner reads. */
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
