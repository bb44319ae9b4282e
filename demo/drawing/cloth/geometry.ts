/**
 * Outlines as SVG path data of absolute M, L, C, Q and Z commands only, so that half a garment can be drawn and mirrored.
 * The drawing board is 960 × 1280 units, and a garment hangs on its middle line x = 480.
 */
export const BOARD = { width: 960, height: 1280, middle: 480 };

type Step = { command: string; numbers: number[] };

/**
 * Mirrors path data across the board's middle line: the right sleeve becomes the left one. An outline is walked the other
 * way round, so that all outlines run clockwise and can be filled as one.
 */
export function mirror(path: string): string {
  const isOutline = path.endsWith('Z') && path.lastIndexOf('M') === 0;
  const mirrored = write(
    read(path).map(({ command, numbers }) => ({
      command,
      numbers: numbers.map((value, i) => (i % 2 === 0 ? BOARD.width - value : value)),
    })),
  );
  return isOutline ? `${backwards(mirrored.slice(0, -1))} Z` : mirrored;
}

/** Both sides of a pair, the right one given, as one path. */
export function pair(right: string): string {
  return `${right} ${mirror(right)}`;
}

/**
 * A symmetrical closed outline from its right half: an open path of M, L and C that begins on the middle line at the top
 * and ends on it at the bottom.
 */
export function whole(rightHalf: string): string {
  return `${rightHalf} ${backwards(mirror(rightHalf)).replace(/^M\S+ /, '')} Z`;
}

/** The same open path of M, L and C walked from its end to its start. */
export function backwards(path: string): string {
  const steps = read(path);
  const points = steps.map(({ numbers }) => numbers.slice(-2));
  const reversed: Step[] = [{ command: 'M', numbers: points.at(-1)! }];
  for (let i = steps.length - 1; i > 0; i--) {
    const { command, numbers } = steps[i]!;
    const handles = command === 'C' ? [...numbers.slice(2, 4), ...numbers.slice(0, 2)] : [];
    reversed.push({ command, numbers: [...handles, ...points[i - 1]!] });
  }
  return write(reversed);
}

/** Moves every point of a path, for a stitch line that runs beside a hem. */
export function shift(path: string, dx: number, dy: number): string {
  return write(
    read(path).map(({ command, numbers }) => ({
      command,
      numbers: numbers.map((value, i) => value + (i % 2 === 0 ? dx : dy)),
    })),
  );
}

/** The path's bounding box by its points and handles: [left, top, right, bottom]. */
export function bounds(path: string): [number, number, number, number] {
  const all = read(path).flatMap(({ numbers }) => numbers);
  const xs = all.filter((_, i) => i % 2 === 0);
  const ys = all.filter((_, i) => i % 2 === 1);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A number as short SVG text, with at most two decimals. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function read(path: string): Step[] {
  return [...path.matchAll(/([MLCQZ])([^MLCQZ]*)/g)].map(([, command, rest]) => ({
    command: command!,
    numbers: (rest!.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number),
  }));
}

function write(steps: Step[]): string {
  return steps
    .map(({ command, numbers }) => {
      const points = numbers.map((value, i) => short(value) + (i % 2 === 0 ? ',' : ' ')).join('');
      return command + points.trimEnd();
    })
    .join(' ');
}
