import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../../platform/threads/worker-thread.js';
import type { ModelInfo, Read, ToModel } from './model-thread.js';
import { OnnxModel } from './onnx-model.js';

// The thread of a model, so that the process goes on answering while it reckons; see model-thread.ts.
const loading = OnnxModel.load(workerData as string);
loading.catch(() => undefined); // Whoever asks is told.

serveCalls(async (question: ToModel): Promise<ModelInfo | Read> => {
  const model = await loading;
  const { name, dimensions, framing, knowsWords } = model;
  if ('pixels' in question) return { name, vector: await model.picture(question.pixels) };
  if ('text' in question) return { name, vector: await model.text(question.text) };
  return { name, dimensions, framing, knowsWords };
});
