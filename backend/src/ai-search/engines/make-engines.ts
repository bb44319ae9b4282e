import type { Config } from '../../config.js';
import type { Engine } from '../engine.js';
import { PictureEngine } from '../image/engine.js';

/** The engines of the worker: the one that the settings ask for, then those that do when it cannot be had. */
export const makeEngines = async (_config: Config): Promise<Engine[]> => [await PictureEngine.open()];
