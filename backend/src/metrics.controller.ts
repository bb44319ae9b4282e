import { Controller, Get, Header } from '@nestjs/common';
import type { Gauge as FigureGauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { Public } from './platform/http/access.js';
import { processMetrics } from './metrics.js';

/** Metrics for Prometheus. Only the backend's own address serves them: the public origin does not proxy this path. */
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

/** This process's, and how the last check of the ledger ended, whichever process made it. */
async function register(db: DataSource): Promise<Registry> {
  const { registry, Gauge } = await processMetrics(db);
  // Never checked is no finding, and no soundness either: NaN.
  const lastCheck = async (figure: string) => {
    const [last]: { figure: number }[] = await db.query(`SELECT ${figure} AS figure FROM ledger_checks`);
    return last?.figure ?? NaN;
  };
  const broken: FigureGauge = new Gauge({
    name: 'may_ledger_broken_rules',
    help: 'Rules that the last check of the ledger found broken.',
    registers: [registry],
    collect: async () => broken.set(await lastCheck('jsonb_array_length(breaches)')),
  });
  const age: FigureGauge = new Gauge({
    name: 'may_ledger_check_age_seconds',
    help: 'Time since the ledger was last checked.',
    registers: [registry],
    collect: async () => age.set(await lastCheck('extract(epoch FROM now() - checked_at)::float')),
  });
  return registry;
}
