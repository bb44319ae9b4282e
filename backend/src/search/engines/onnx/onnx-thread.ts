import { serveCalls, startData } from '../../../platform/threads/serve-calls.js';
import type { ModelInfo, Embedding, ModelRequest } from './model-thread.js';
import { OnnxModel } from './onnx-model.js';

// Runs a model in a thread, so that the process remains responsive; see model-thread.ts.
const loading = OnnxModel.load(startData());
loading.catch(() => undefined); // Each call reports it.

serveCalls(async (request: ModelRequest): Promise<ModelInfo | Embedding> => {
  const model = await loading;
  const { name, dimensions, framing, supportsText } = model;
  if ('pixels' in request) return { name, vector: await model.picture(request.pixels) };
  if ('text' in request) return { name, vector: await model.text(request.text) };
  return { name, dimensions, framing, supportsText };
});
