import path from 'node:path';
import type * as Runtime from 'onnxruntime-node';
import { toUnit } from '../../image/features/pixels.js';

export type Onnx = typeof Runtime;

/** A loaded model file for pictures, text or both. */
export class Tower {
  private constructor(
    readonly file: string,
    private readonly session: Runtime.InferenceSession,
  ) {}

  /** @throws Error naming the file */
  static async load({ InferenceSession }: Onnx, file: string, threads: number): Promise<Tower> {
    try {
      const options = { intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3 } as const;
      return new Tower(file, await InferenceSession.create(file, options));
    } catch (error) {
      throw named(file, error);
    }
  }

  get inputs(): readonly string[] {
    return this.session.inputNames;
  }

  /** Returns the type of an input, and the length of its second axis if that is fixed. */
  input(name: string): { type: string; length: number | undefined } {
    const about = this.session.inputMetadata.find((input) => input.name === name);
    if (!about?.isTensor) return { type: 'unknown', length: undefined };
    const length = about.shape[1];
    return { type: about.type, length: typeof length === 'number' && length > 0 ? length : undefined };
  }

  /**
   * @param wanted output names by preference; a single output is accepted under any name
   * @returns the vector of that output, normalised to length 1
   * @throws Error naming the file when it fails, or returns no such vector
   */
  async run(feeds: Record<string, Runtime.Tensor>, wanted: readonly string[]): Promise<Float32Array> {
    const outputs = this.session.outputNames;
    const output = wanted.find((name) => outputs.includes(name)) ?? (outputs.length === 1 ? outputs[0]! : undefined);
    if (!output) throw named(this.file, `its outputs are ${outputs.join(', ')}, none of ${wanted.join(', ')}`);
    const results = await this.session.run(feeds, [output]).catch((error: unknown) => {
      throw named(this.file, error);
    });
    const { type, dims, data } = results[output]!;
    if (type !== 'float32' || dims.length !== 2 || dims[0] !== 1)
      throw named(this.file, `${output} is ${type} of ${dims.join(' × ')}, not one vector of float32`);
    const vector = toUnit(data as Float32Array);
    if (!vector.every(Number.isFinite) || !vector.some(Boolean)) throw named(this.file, `${output} is no direction`);
    return vector;
  }
}

const named = (file: string, error: unknown): Error =>
  new Error(`${path.basename(file)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
