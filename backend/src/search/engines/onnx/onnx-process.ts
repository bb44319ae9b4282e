import { serveCalls, startData } from '../../../platform/threads/serve-calls.js';
import type { ModelInfo, Embedding, ModelRequest } from './model-process.js';
import { OnnxModel } from './onnx-model.js';

// Runs a model in a process of its own; see model-process.ts.
const loading = OnnxModel.load(startData());
loading.catch(() => undefined); // Each call reports it.

serveCalls(async (request: ModelRequest): Promise<ModelInfo | Embedding> => {
  const model = await loading;
  const { name, dimensions, framing, supportsText } = model;
  if ('pixels' in request) return { name, vector: await model.picture(request.pixels) };
  if ('text' in request) return { name, vector: await model.text(request.text) };
  return { name, dimensions, framing, supportsText };
});
