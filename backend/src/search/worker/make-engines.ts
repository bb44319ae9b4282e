import { Logger } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import type { CallPurpose } from '../engines/call-budget.js';
import type { Described, Engine } from '../engines/engine.js';
import { ImageEngine } from '../image/engine.js';
import { OnnxEngine } from '../engines/onnx/onnx.js';
import { OpenAiEngine } from '../engines/openai/openai.js';

/**
 * Creates the engines for the settings: the configured one, then the built-in one, which answers while the first is
 * unavailable. Vectors of two engines are never compared, so each has its own index. When the configured engine cannot be
 * opened, the built-in one is the only one, and gives the reason.
 */
export async function makeEngines(config: Config): Promise<Engine[]> {
  const builtin = await ImageEngine.open();
  const engines = await withWanted(config.aiSearch, builtin);
  for (const { name, why } of engines)
    if (why) new Logger('AI search').warn(`${name} is less than was asked for: ${why}`);
  return engines;
}

async function withWanted(settings: Config['aiSearch'], builtin: Engine): Promise<Engine[]> {
  try {
    const wanted = await openWanted(settings);
    return wanted ? [wanted, builtin] : [builtin];
  } catch (error) {
    return [new SubstituteEngine(builtin, `${settings.provider} cannot be used: ${(error as Error).message}`)];
  }
}

async function openWanted(settings: Config['aiSearch']): Promise<Engine | null> {
  switch (settings.provider) {
    case 'builtin':
      return null;
    case 'onnx':
      return OnnxEngine.open(settings.folder);
    case 'openai':
      return new OpenAiEngine(settings);
  }
}

/** Substitutes an engine for the configured one. */
class SubstituteEngine implements Engine {
  readonly name: string;
  readonly dimensions: number;
  readonly fallback = true;
  readonly hasParts?: boolean;

  constructor(
    private readonly engine: Engine,
    readonly why: string,
  ) {
    this.name = engine.name;
    this.dimensions = engine.dimensions;
    this.hasParts = engine.hasParts;
  }

  embedImage(bytes: Buffer, purpose: CallPurpose): Promise<Described> {
    return this.engine.embedImage(bytes, purpose);
  }

  embedText(text: string): Promise<Float32Array | null> {
    return this.engine.embedText(text);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
