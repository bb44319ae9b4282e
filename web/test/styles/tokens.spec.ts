import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../app', file), 'utf8');
const [light = '', dark = ''] = read('styles/tokens.css').split('@variant dark');
const colors = (css: string) =>
  new Map([...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, color]) => [name!, color!]));
const SCHEMES = { light: colors(light), dark: new Map([...colors(light), ...colors(dark)]) };

/** The relative luminance of WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Texts and the grounds that they stand on. */
const TEXTS: Record<string, string[]> = {
  ink: ['paper', 'surface', 'sand', 'accent-soft', 'signal-soft', 'warn-soft'],
  muted: ['paper', 'surface', 'sand'],
  accent: ['paper', 'surface', 'sand', 'accent-soft'],
  signal: ['paper', 'surface', 'sand', 'signal-soft'],
  warn: ['paper', 'surface', 'warn-soft'],
  paper: ['ink'],
  'on-accent': ['accent', 'accent-strong', 'signal', 'ink'],
};
/** Signs and borders of inputs. */
const SIGNS: Record<string, string[]> = { 'line-strong': ['paper', 'surface', 'sand'], star: ['paper', 'surface'] };

const pairs = (of: Record<string, string[]>) =>
  Object.entries(of).flatMap(([front, grounds]) => grounds.map((ground) => [front, ground] as const));

describe.each(['light', 'dark'] as const)('in the %s colours', (scheme) => {
  const of = (name: string) => SCHEMES[scheme].get(name) ?? '';

  test.each(pairs(TEXTS))('%s on %s can be read: 4.5:1', (front, ground) => {
    expect(contrast(of(front), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(SIGNS))('%s on %s can be seen: 3:1', (front, ground) => {
    expect(contrast(of(front), of(ground))).toBeGreaterThanOrEqual(3);
  });

  test('the browser’s own bars have the colour of the paper', () => {
    expect(read('root.tsx')).toContain(`media="(prefers-color-scheme: ${scheme})" content="${of('paper')}"`);
    expect(read('routing/theme/theme.js')).toContain(`${scheme}: '${of('paper')}'`);
  });
});

test('every colour of the shop has a dark one', () => {
  expect([...colors(dark).keys()].toSorted()).toEqual([...colors(light).keys()].toSorted());
});
