/**
 * Writes the dot products of each of `count` rows of bytes with a query of 16-bit numbers. All arguments are addresses in the
 * memory; `width`, the length of a row, is a multiple of 32.
 */
export type Dots = (rows: number, query: number, products: number, count: number, width: number) => void;

/*
 * A loop that JavaScript compilers cannot generate: 8 products per instruction, some forty times as fast. It is short enough to
 * be written by hand, one WebAssembly instruction per line (with 128-bit SIMD, in every Node since 16.4), and assembled when it
 * is needed.
 */

const [ROWS, QUERY, PRODUCTS, COUNT, WIDTH, END, AT, EVEN, ODD] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [I32, V128, NOTHING] = [0x7f, 0x7b, 0x40];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, ...signed(value)];
const ADD = [0x6a];
const SUBTRACT = [0x6b];
const LESS = [0x49];
const LOOP = [0x03, NOTHING];
const REPEAT_IF = [0x0d, 0];
const STOP = [0x0b];
const STORE = [0x36, 2, 0];
const ZEROS = [...simd(12), ...Array<number>(16).fill(0)];
const ADD_FOUR = simd(0xae);
const lane = (place: number) => [...simd(0x1b), place];

/** Adds the products of eight bytes of a row with eight numbers of the query to a vector of four sums. */
const eight = (from: number, sum: number) => [
  // v128.load8x8_s, v128.load, i32x4.dot_i16x8_s
  ...[...get(ROWS), ...simd(1), 3, from],
  ...[...get(AT), ...simd(0), 4, ...unsigned(from * 2)],
  ...simd(0xba),
  ...[...get(sum), ...ADD_FOUR, ...set(sum)],
];

const BODY = [
  ...LOOP,
  ...[...ZEROS, ...set(EVEN), ...ZEROS, ...set(ODD)],
  ...[...get(QUERY), ...set(AT)],
  ...[...get(ROWS), ...get(WIDTH), ...ADD, ...set(END)],
  ...LOOP,
  ...[...eight(0, EVEN), ...eight(8, ODD), ...eight(16, EVEN), ...eight(24, ODD)],
  ...[...get(AT), ...constant(64), ...ADD, ...set(AT)],
  ...[...get(ROWS), ...constant(32), ...ADD, ...tee(ROWS), ...get(END), ...LESS, ...REPEAT_IF],
  ...STOP,
  ...[...get(EVEN), ...get(ODD), ...ADD_FOUR, ...set(EVEN)],
  ...get(PRODUCTS),
  ...[...get(EVEN), ...lane(0), ...get(EVEN), ...lane(1), ...ADD],
  ...[...get(EVEN), ...lane(2), ...ADD, ...get(EVEN), ...lane(3), ...ADD, ...STORE],
  ...[...get(PRODUCTS), ...constant(4), ...ADD, ...set(PRODUCTS)],
  ...[...get(COUNT), ...constant(1), ...SUBTRACT, ...tee(COUNT), ...REPEAT_IF],
  ...STOP,
  ...STOP,
];

/** The used part of WebAssembly, which TypeScript declares for browsers only. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface WebAssembly {
  Memory: new (size: { initial: number }) => Memory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
}

/** Creates the function and its memory. */
export function scanModule(): { memory: Memory; dots: Dots } {
  const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssembly }).WebAssembly;
  const memory = new Memory({ initial: 1 });
  const locals = [2, 2, I32, 2, V128];
  const code = [...locals, ...BODY];
  const bytes = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name('shop'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('dots'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
  const { exports } = new Instance(new Module(bytes), { shop: { memory } });
  return { memory, dots: exports.dots as Dots };
}

const section = (id: number, body: number[]) => [id, ...unsigned(body.length), ...body];
const name = (text: string) => [text.length, ...Buffer.from(text)];

function simd(code: number): number[] {
  return [0xfd, ...unsigned(code)];
}

/** Encodes a number in LEB128, seven bits per byte. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >> 6 === 0 || value >> 6 === -1;
  return isLast ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
