import prometheus, { type Counter, type Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { watchdog } from '../platform/overload/watchdog.js';
import { poolOf } from '../platform/database/connections/shared-pool.js';
import { events } from '../platform/metrics/registry.js';
import { registerBuildInfo } from '../platform/metrics/build-info.js';
import { registerEventLoopDelay } from '../platform/metrics/event-loop-delay.js';

/** Metrics of one process: counters, and gauges read at each scrape. */
export interface ProcessMetrics {
  /** For gauges that are read at each scrape. */
  registry: Registry;
  /** @returns all metrics as text */
  text: () => Promise<string>;
}

/**
 * Metrics of the backend or a worker: memory and CPU, event-loop delay, rejected calls, its connections to the database, beside
 * what the modules count. Created at the first scrape, because the default metrics cost memory.
 */
export function processMetrics(db: DataSource): ProcessMetrics {
  const { Counter, Gauge } = prometheus;
  const { connections: pool } = poolOf(db);
  const registry = new prometheus.Registry();
  const registers = [registry];
  prometheus.collectDefaultMetrics({ register: registry });
  registerBuildInfo(registry);
  watchdog.onDelay = registerEventLoopDelay(registry);
  const counted = <Label extends string>(name: string, help: string, label: Label, counts: Map<string, number>) => {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        counter.reset();
        for (const [value, count] of counts) counter.inc({ [label]: value }, count);
      },
    });
  };
  counted(
    'may_event_loop_stalls_total',
    'Turns of the event loop over 0.2 s, by call or job.',
    'call',
    watchdog.stalls,
  );
  counted('may_calls_shed_total', 'Calls refused because the event loop was late.', 'kind', watchdog.refused);
  const connections: Gauge = new Gauge({
    name: 'may_database_connections',
    help: 'Connections to the database in use, and calls that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'used' }, pool.busy);
      connections.set({ state: 'waiting' }, pool.queued);
      connections.set({ state: 'size' }, pool.count);
    },
  });
  const refused: Counter = new Counter({
    name: 'may_database_waits_refused_total',
    help: 'Calls that found no connection to the database in time.',
    registers,
    collect() {
      refused.reset();
      refused.inc(pool.refused);
    },
  });
  return { registry, text: async () => (await events.metrics()) + (await registry.metrics()) };
}
