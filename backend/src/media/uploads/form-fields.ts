/** Form fields that are parsed from text. */
export interface FormFields {
  numbers?: string[];
  flags?: string[];
  /** The maximum size of one text field, in bytes. */
  maxTextBytes?: number;
}

const FLAGS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Parses numbers and flags in place, empty ones to null; a value that cannot be parsed is left for the schema to reject. */
export function readFields(body: Record<string, unknown>, { numbers = [], flags = [] }: FormFields): void {
  for (const name of [...numbers, ...flags]) if (body[name] === '') body[name] = null;
  for (const name of numbers) {
    const value = body[name];
    if (typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim())) body[name] = Number(value);
  }
  for (const name of flags) body[name] = FLAGS.get(body[name]) ?? body[name];
}
