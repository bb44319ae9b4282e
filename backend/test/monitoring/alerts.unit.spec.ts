import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[];
}
const alerts = (parse(read('docker/observability/alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read('docker/observability/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

/** The metrics that the code registers, and those of every process that prom-client reads. */
function exported(): Set<string> {
  const files = ['backend/src', 'web/server'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`${folder}/${name}`)),
  );
  const named = files.flatMap((text) => [...text.matchAll(/'(may_[a-z_]+)'/g)].map(([, name]) => name!));
  return new Set([...named, 'up', 'process_resident_memory_bytes', 'process_cpu_seconds_total']);
}

test('every metric of the alerts and the dashboard is exported', () => {
  const used = expressions.flatMap((expr) => expr.match(/\b(may_|process_|nodejs_)[a-z_]+|\bup\b/g) ?? []);
  expect(used.length).toBeGreaterThan(30);
  const known = exported();
  expect(used.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
});

test('every alert has a paragraph in the runbook, in the same order', () => {
  const headings = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(alerts.map(({ alert }) => alert));
  expect(alerts.filter(({ labels }) => !['page', 'ticket'].includes(labels.severity))).toEqual([]);
});

test('Prometheus scrapes all three processes of compose.yaml with the token', () => {
  const { scrape_configs: jobs } = parse(read('docker/observability/prometheus.yaml')) as {
    scrape_configs: { authorization: object; static_configs: { labels: { process: string } }[] }[];
  };
  expect(jobs).toHaveLength(1);
  expect(jobs[0]!.authorization).toEqual({ credentials_file: 'metrics-token' });
  expect(jobs[0]!.static_configs.map(({ labels }) => labels.process)).toEqual(['web', 'backend', 'worker']);
  expect(Object.keys((parse(read('docker/compose.yaml'), { merge: true }) as { services: object }).services)).toEqual(
    expect.arrayContaining(['web', 'backend', 'worker']),
  );
});
