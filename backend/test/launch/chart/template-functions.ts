import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

type Dict = Record<string, unknown>;

/** The functions of Go's templates, of Sprig and of Helm that the chart uses, without `include`. */
export const FUNCTIONS = new Map<string, (...args: never[]) => unknown>(
  Object.entries({
    and: (...values: unknown[]) => (values.every(isTrue) ? values.at(-1) : values.find((value) => !isTrue(value))),
    or: (...values: unknown[]) => (values.some(isTrue) ? values.find(isTrue) : values.at(-1)),
    not: (value: unknown) => !isTrue(value),
    list: (...values: unknown[]) => values,
    dict: (...parts: unknown[]) =>
      Object.fromEntries(parts.flatMap((part, nth) => (nth % 2 ? [] : [[String(part), parts[nth + 1]]]))),
    set: (dict: Dict, name: string, value: unknown) => Object.assign(dict, { [name]: value }),
    hasKey: (dict: Dict, name: string) => Object.hasOwn(dict, name),
    default: (standard: unknown, value: unknown) => (isTrue(value) ? value : standard),
    ternary: (whenTrue: unknown, whenFalse: unknown, condition: boolean) => (condition ? whenTrue : whenFalse),
    required: (sentence: string, value: unknown) => {
      if (value === undefined || value === null || value === '') throw new Error(sentence);
      return value;
    },
    fail: (sentence: string) => {
      throw new Error(sentence);
    },
    hasPrefix: (prefix: string, text: string) => text.startsWith(prefix),
    kindIs: (kind: string, value: unknown) => kindOf(value) === kind,
    add: (...numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0),
    mul: (...numbers: number[]) => numbers.reduce((product, number) => product * number, 1),
    int64: (value: unknown) => {
      if (!/^\d+$/.test(String(value))) throw new Error(`${String(value)} is no whole number.`);
      return Number(value);
    },
    toString: (value: unknown) => String(value),
    quote: (value: unknown) => JSON.stringify(String(value)),
    printf: (format: string, ...values: unknown[]) => {
      if (/%[^s]/.test(format)) throw new Error(`Only %s is known here, not ${format}.`);
      return values.reduce<string>((text, value) => text.replace('%s', () => String(value)), format);
    },
    trim: (text: string) => text.trim(),
    nindent: (spaces: number, text: string) => `\n${text.replace(/^/gm, ' '.repeat(spaces))}`,
    sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
    toYaml: (value: unknown) => stringify(value).trimEnd(),
    toJson: (value: unknown) => JSON.stringify(value),
  }),
);

function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'float64';
  return Array.isArray(value) ? 'slice' : typeof value === 'object' ? 'map' : typeof value;
}

/** Whether Go takes a value for true: not nil, not empty. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
