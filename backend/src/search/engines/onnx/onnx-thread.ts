import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../../platform/threads/worker-thread.js';
import type { ModelInfo, Read, ToModel } from './model-thread.js';
import { OnnxModel } from './onnx-model.js';

// Runs a model in a thread, so that the process remains responsive; see model-thread.ts.
const loading = OnnxModel.load(workerData as string);
loading.catch(() => undefined); // Each call reports it.

serveCalls(async (question: ToModel): Promise<ModelInfo | Read> => {
  const model = await loading;
  const { name, dimensions, framing, supportsText } = model;
  if ('pixels' in question) return { name, vector: await model.picture(question.pixels) };
  if ('text' in question) return { name, vector: await model.text(question.text) };
  return { name, dimensions, framing, supportsText };
});
