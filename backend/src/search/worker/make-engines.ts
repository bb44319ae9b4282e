import { Logger } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import type { Engine } from '../engines/engine.js';
import { ImageEngine } from '../image/engine.js';
import { OnnxEngine } from '../engines/onnx/onnx.js';
import { OpenAiEngine } from '../engines/openai/openai.js';

/**
 * Creates the engines for the settings: the configured one, then the built-in one, which answers while the first is
 * unavailable. Vectors of two engines are never compared, so each has its own index. When the configured engine cannot be
 * opened, the built-in one is the only one, and gives the reason.
 */
export async function makeEngines({ aiSearch }: Config): Promise<Engine[]> {
  let insteadOf: string | undefined;
  const wanted = await openWanted(aiSearch).catch((error: Error) => {
    insteadOf = `${aiSearch.provider} cannot be used: ${error.message}`;
    return null;
  });
  const builtin = await ImageEngine.open({ insteadOf });
  const engines = wanted ? [wanted, builtin] : [builtin];
  for (const { name, why } of engines)
    if (why) new Logger('AI search').warn(`${name} is less than was asked for: ${why}`);
  return engines;
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
