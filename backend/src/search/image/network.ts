import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as Runtime from 'onnxruntime-node';
import type { Pixels } from './features/pixels.js';
import { toUnit } from './features/pixels.js';

/** The side of the network's square input, in pixels. */
export const NETWORK_SIDE = 128;

/** The metadata that ai/train.py wrote with the weights. */
interface Card {
  version: string;
  classes: string[];
  dimensions: number;
}

/** The network's output for one picture. */
export interface Reading {
  /** A vector of length 1. Garments of one kind and cut have vectors with a small angle. */
  vector: Float32Array;
  /** The probability of each of the network's classes; their sum is 1. */
  likely: Float32Array;
}

/** The project's own network, see ai/README.md. */
export class GarmentNetwork {
  private constructor(
    readonly card: Card,
    private readonly session: Runtime.InferenceSession,
    private readonly tensor: typeof Runtime.Tensor,
  ) {}

  /**
   * Loads the weights, for one thread.
   * @throws when the weights or the runtime are missing, or do not run on this machine
   */
  static async load(folder: string): Promise<GarmentNetwork> {
    const { InferenceSession: Session, Tensor } = await import('onnxruntime-node');
    const card = JSON.parse(await readFile(path.join(folder, 'garments.json'), 'utf8')) as Card;
    const session = await Session.create(path.join(folder, 'garments.onnx'), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    });
    return new GarmentNetwork(card, session, Tensor);
  }

  /** Evaluates a picture from several views of it, each 128 × 128, and returns their mean. */
  async read(views: Pixels[]): Promise<Reading> {
    const plane = NETWORK_SIDE * NETWORK_SIDE;
    const input = new Float32Array(views.length * 3 * plane);
    views.forEach(({ data }, view) => {
      for (let i = 0; i < plane; i++) {
        for (let channel = 0; channel < 3; channel++) {
          input[(view * 3 + channel) * plane + i] = data[i * 3 + channel]!;
        }
      }
    });
    const pixels = new this.tensor('float32', input, [views.length, 3, NETWORK_SIDE, NETWORK_SIDE]);
    const { vector, likely } = await this.session.run({ pixels });
    const { dimensions, classes } = this.card;
    return {
      vector: toUnit(meanOf(vector!.data as Float32Array, dimensions)),
      likely: meanOf(likely!.data as Float32Array, classes.length),
    };
  }
}

/** Returns the mean of a matrix's rows. */
function meanOf(rows: Float32Array, length: number): Float32Array {
  const mean = new Float32Array(length);
  const part = length / rows.length;
  rows.forEach((value, i) => (mean[i % length]! += value * part));
  return mean;
}
