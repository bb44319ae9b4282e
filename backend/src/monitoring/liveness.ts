import { BUILD } from '../platform/metrics/build-info.js';

/** What `/healthz` answers while a process is alive. */
export const liveness = () => ({ status: 'ok' as const, ...BUILD });
