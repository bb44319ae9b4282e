import { Controller, Get, Header } from '@nestjs/common';
import type * as Prometheus from 'prom-client';
import type { Counter, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { Public } from './common/access.js';
import { watchdog } from './common/watchdog.js';
import { poolOf, type Places } from './db/shared-pool.js';

type Metrics = Pick<typeof Prometheus, 'Counter' | 'Gauge' | 'Histogram'>;

/** What a Prometheus scrapes. Only the backend's own address has it: the public origin does not pass it on. */
@Public()
@Controller('metrics')
export class MetricsController {
  private registry: Promise<Registry> | undefined;

  constructor(private readonly db: DataSource) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(): Promise<string> {
    this.registry ??= register(this.db);
    return (await this.registry).metrics();
  }
}

/** Loaded with the first scrape: no start has to wait for it. */
async function register(db: DataSource): Promise<Registry> {
  // Of a package in CommonJS a bundle has nothing but the default.
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  // Never checked is no finding, and no soundness either: NaN.
  const lastCheck = async (figure: string) => {
    const [last]: { figure: number }[] = await db.query(`SELECT ${figure} AS figure FROM ledger_checks`);
    return last?.figure ?? NaN;
  };
  const broken: Gauge = new prometheus.Gauge({
    name: 'may_ledger_broken_rules',
    help: 'Rules that the last check of the ledger found broken.',
    registers: [registry],
    collect: async () => broken.set(await lastCheck('jsonb_array_length(breaches)')),
  });
  const age: Gauge = new prometheus.Gauge({
    name: 'may_ledger_check_age_seconds',
    help: 'Time since the ledger was last checked.',
    registers: [registry],
    collect: async () => age.set(await lastCheck('extract(epoch FROM now() - checked_at)::float')),
  });
  watch(prometheus, registry, poolOf(db).places);
  return registry;
}

/** How loaded this process is: its event loop, what it refuses, its connections to the database. */
function watch(prometheus: Metrics, registry: Registry, places: Places): void {
  const { Counter, Gauge, Histogram } = prometheus;
  const registers = [registry];
  const delay = new Histogram({
    name: 'may_event_loop_delay_seconds',
    help: 'How late the event loop comes to its timers, looked at every 20 ms.',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers,
  });
  watchdog.onDelay = (seconds) => delay.observe(seconds);
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
  counted('may_event_loop_stalls_total', 'Turns of the event loop over 0.2 s, by call.', 'call', watchdog.stalls);
  counted('may_calls_shed_total', 'Calls refused because the event loop was late.', 'kind', watchdog.refused);
  const connections: Gauge = new Gauge({
    name: 'may_database_connections',
    help: 'Connections to the database in use, and calls that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'used' }, places.busy);
      connections.set({ state: 'waiting' }, places.queued);
    },
  });
  const refused: Counter = new Counter({
    name: 'may_database_waits_refused_total',
    help: 'Calls that found no connection to the database in time.',
    registers,
    collect() {
      refused.reset();
      refused.inc(places.refused);
    },
  });
}
