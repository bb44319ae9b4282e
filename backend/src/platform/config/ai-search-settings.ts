import path from 'node:path';
import type { Settings } from './environment/schema.js';

/** The engine of the AI search, with its settings. */
export type AiSearchSettings =
  | { provider: 'builtin' }
  | { provider: 'onnx'; folder: string }
  | {
      provider: 'openai';
      /** The base URL of the API, without a trailing slash. */
      url: string;
      key: string | undefined;
      embeddingModel: string;
      visionModel: string;
      dimensions: number;
      callsPerMinute: number;
    };

/** Reads the settings of the AI search. */
export function aiSearchSettings(env: Settings): AiSearchSettings {
  switch (env.AI_SEARCH_PROVIDER) {
    case 'builtin':
      return { provider: 'builtin' };
    case 'onnx':
      return { provider: 'onnx', folder: path.resolve(env.AI_SEARCH_MODEL_DIR ?? '') };
    case 'openai':
      return {
        provider: 'openai',
        url: env.AI_SEARCH_URL ?? '',
        key: env.AI_SEARCH_API_KEY,
        embeddingModel: env.AI_SEARCH_EMBEDDING_MODEL ?? '',
        visionModel: env.AI_SEARCH_VISION_MODEL ?? '',
        dimensions: env.AI_SEARCH_DIMENSIONS,
        callsPerMinute: env.AI_SEARCH_CALLS_PER_MINUTE,
      };
  }
}
