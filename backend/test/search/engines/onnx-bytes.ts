/*
 * Writes models of onnxruntime byte by byte, so that tests need no files of others: the part of ONNX's protocol buffers
 * (onnx.proto3) that small graphs are made of.
 */

type Field = Uint8Array;
/** A name or a size of each axis. */
export type Shape = readonly (number | string)[];

const FLOAT = 1;
const INT64 = 7;

/** One step of a graph. */
export interface Step {
  op: string;
  takes: string[];
  gives: string[];
  /** Whole numbers, or lists of them. */
  with?: Record<string, number | number[]>;
}

export interface Graph {
  steps: Step[];
  /** Names of inputs with their shapes; those of whole numbers are told by `whole`. */
  inputs: Record<string, Shape>;
  whole?: string[];
  outputs: Record<string, Shape>;
  /** Constants. */
  floats?: Record<string, { shape: number[]; values: number[] }>;
  numbers?: Record<string, number[]>;
}

/** A model as a file of it is. */
export function onnxBytes({ steps, inputs, whole = [], outputs, floats = {}, numbers = {} }: Graph): Uint8Array {
  const typeOf = (name: string) => (whole.includes(name) ? INT64 : FLOAT);
  const graph = message(
    ...steps.map((step) => field(1, node(step))),
    text(2, 'test'),
    ...Object.entries(floats).map(([name, { shape, values }]) =>
      field(5, tensor(name, FLOAT, shape, new Float32Array(values))),
    ),
    ...Object.entries(numbers).map(([name, values]) =>
      field(5, tensor(name, INT64, [values.length], BigInt64Array.from(values, BigInt))),
    ),
    ...Object.entries(inputs).map(([name, shape]) => field(11, value(name, typeOf(name), shape))),
    ...Object.entries(outputs).map(([name, shape]) => field(12, value(name, FLOAT, shape))),
  );
  return message(whole64(1, 8), field(7, graph), field(8, message(whole64(2, 13))));
}

function node({ op, takes, gives, with: attributes = {} }: Step): Field {
  return message(
    ...takes.map((name) => text(1, name)),
    ...gives.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, attribute]) =>
      field(
        5,
        typeof attribute === 'number'
          ? message(text(1, name), whole64(3, attribute), whole64(20, 2))
          : message(text(1, name), ...attribute.map((each) => whole64(8, each)), whole64(20, 7)),
      ),
    ),
  );
}

function tensor(name: string, type: number, shape: number[], values: Float32Array | BigInt64Array): Field {
  return message(
    ...shape.map((length) => whole64(1, length)),
    whole64(2, type),
    text(8, name),
    field(9, new Uint8Array(values.buffer)),
  );
}

function value(name: string, type: number, shape: Shape): Field {
  const axes = shape.map((axis) =>
    field(1, typeof axis === 'number' ? message(whole64(1, axis)) : message(text(2, axis))),
  );
  return message(text(1, name), field(2, message(field(1, message(whole64(1, type), field(2, message(...axes)))))));
}

const message = (...fields: Field[]): Field => Uint8Array.from(fields.flatMap((each) => [...each]));
const field = (number: number, content: Field): Field =>
  message(varint((number << 3) | 2), varint(content.length), content);
const text = (number: number, content: string): Field => field(number, new TextEncoder().encode(content));
const whole64 = (number: number, content: number): Field => message(varint(number << 3), varint(content));

function varint(number: number): Field {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, BigInt(number));
  do {
    bytes.push(Number(left & 0x7fn) | (left > 0x7fn ? 0x80 : 0));
    left >>= 7n;
  } while (left > 0n);
  return Uint8Array.from(bytes);
}
