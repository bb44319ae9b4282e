import prometheus, { type Counter, type Histogram } from 'prom-client';

/**
 * What this process counts, for every module. Modules register their counters when they are loaded; a process that never uses one
 * exports it without values.
 *
 * The values of a label come from a fixed list: routes are patterns, never paths. Each value is a time series of its own.
 */
export const events = new prometheus.Registry();

/** Registers a counter. @param name ends with `_total` @param labelNames of bounded values */
export const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
  new prometheus.Counter({ name, help, labelNames, registers: [events] });

/** Registers a histogram. @param buckets the upper bounds, in the metric's unit */
export const histogram = <Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
  buckets: number[],
): Histogram<Label> => new prometheus.Histogram({ name, help, labelNames, buckets, registers: [events] });
