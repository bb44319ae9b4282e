import prometheus, { type Registry } from 'prom-client';

/** Registers the delays of this process's event loop. @returns what notes one, in seconds */
export function registerEventLoopDelay(registry: Registry): (seconds: number) => void {
  const delays = new prometheus.Histogram({
    name: 'may_event_loop_delay_seconds',
    help: 'How late the event loop comes to its timers, looked at every 20 ms.',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [registry],
  });
  return (seconds) => delays.observe(seconds);
}
