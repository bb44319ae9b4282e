import { Controller, Get, Header } from '@nestjs/common';
import type { Gauge as FigureGauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { Public } from './platform/http/access.js';
import { lastCheckFigures } from './ledger-audit/ledger-audit.sql.js';
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

/** Registers the process's metrics and the result of the last ledger check, whichever process ran it. */
async function register(db: DataSource): Promise<Registry> {
  const { registry, Gauge } = await processMetrics(db);
  const broken: FigureGauge = new Gauge({
    name: 'may_ledger_broken_rules',
    help: 'Rules that the last check of the ledger found broken.',
    registers: [registry],
    collect: async () => broken.set((await lastCheckFigures(db.manager)).brokenRules),
  });
  const age: FigureGauge = new Gauge({
    name: 'may_ledger_check_age_seconds',
    help: 'Time since the ledger was last checked.',
    registers: [registry],
    collect: async () => age.set((await lastCheckFigures(db.manager)).ageSeconds),
  });
  return registry;
}
