import prometheus, { type Counter, type Histogram } from 'prom-client';

/**
 * What this process counts, for every module. Modules register their counters when they are loaded; a process that never uses one
 * exports it without values.
 *
 * The values of a label come from a fixed list: routes are patterns, never paths. Each value is a time series of its own.
 */
export const events = new prometheus.Registry();

/**
 * Registers a counter. With the values of its labels each series begins at 0: Prometheus sees no increase in one that begins at 1.
 * @param name ends with `_total`
 * @param labels the values of each label; only the names where the values are many or not known before
 */
export function counter<Label extends string>(
  name: string,
  help: string,
  labels: Label[] | Record<Label, readonly string[]>,
): Counter<Label> {
  const labelNames = Array.isArray(labels) ? labels : (Object.keys(labels) as Label[]);
  const created = new prometheus.Counter({ name, help, labelNames, registers: [events] });
  if (!Array.isArray(labels)) for (const series of combinationsOf(labels)) created.inc(series, 0);
  return created;
}

/** Every combination of a value of each label. */
function combinationsOf<Label extends string>(labels: Record<Label, readonly string[]>): Record<Label, string>[] {
  const each = Object.entries<readonly string[]>(labels);
  return each.reduce<Record<string, string>[]>(
    (all, [label, values]) => all.flatMap((series) => values.map((value) => ({ ...series, [label]: value }))),
    [{}],
  );
}

/** Registers a histogram. @param buckets the upper bounds, in the metric's unit */
export const histogram = <Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
  buckets: number[],
): Histogram<Label> => new prometheus.Histogram({ name, help, labelNames, buckets, registers: [events] });
