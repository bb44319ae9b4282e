import { Controller, Get, Req, Res } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { CatalogSource } from '../catalog/reads/catalog-source.js';
import { Config } from '../platform/config/config.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { Public } from '../platform/http/access.js';
import { mayReadMetrics } from '../platform/metrics/metrics-access.js';
import { Readiness } from './readiness.service.js';
import { processMetrics, type ProcessMetrics } from './process-metrics.js';
import { registerParts, registerQueues, registerReplica, registerShop } from './shop-metrics.js';

/** Metrics for Prometheus. Only the backend's own address serves them: the public origin does not proxy this path. */
@Public()
@Controller('metrics')
export class MetricsController {
  private metrics: ProcessMetrics | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly discovery: DiscoveryService,
    private readonly source: CatalogSource,
    private readonly readiness: Readiness,
  ) {}

  /** @throws ShopError 404 for a caller who may not read them */
  @Get()
  async read(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    if (!mayReadMetrics(request, this.config.metricsToken)) throw ShopError.notFound();
    this.metrics ??= this.create();
    response.setHeader('Content-Type', this.metrics.registry.contentType).setHeader('Cache-Control', 'no-store');
    return this.metrics.text();
  }

  private create(): ProcessMetrics {
    const metrics = processMetrics(this.db);
    registerQueues(metrics.registry, this.discovery);
    registerShop(metrics.registry, this.db);
    registerReplica(metrics.registry, this.source);
    registerParts(metrics.registry, this.readiness);
    return metrics;
  }
}
