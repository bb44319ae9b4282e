import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { registeredMetrics } from './registered-metrics.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[];
}
interface Panel {
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; legendFormat: string }[];
}
const alerts = (parse(read('docker/observability/alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read('docker/observability/dashboard.json')) as { panels: Panel[] };
const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

/** The metrics that the code registers, by name. */
const metrics = registeredMetrics(['backend/src', 'web/server']);
/** What Prometheus adds to a series. */
const ADDED = ['job', 'instance', 'process'];
const plain = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

test('every metric of the alerts and the dashboard is exported', () => {
  const used = expressions.flatMap((expr) => expr.match(/\b(may_|process_|nodejs_)[a-z_]+|\bup\b/g) ?? []);
  expect(used.length).toBeGreaterThan(30);
  const known = new Set([...metrics.keys(), 'up', 'process_resident_memory_bytes', 'process_cpu_seconds_total']);
  expect(used.filter((name) => !known.has(plain(name)))).toEqual([]);
});

test('every metric is in the dashboard, in an alert or in the docs', () => {
  const all = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const docs = all.filter((name) => name.endsWith('.md'));
  const texts = [...expressions, ...docs.map((name) => read(`docs/${name}`))].join('\n');
  expect([...metrics.keys()].filter((name) => !texts.includes(name))).toEqual([]);
});

test('alerts and dashboard ask for labels and values that the metrics have', () => {
  let count = 0;
  for (const expr of expressions) {
    for (const [, name = '', matchers = ''] of expr.matchAll(/\b(may_[a-z_]+)\{([^}]*)\}/g)) {
      for (const [, label = '', operator, value = ''] of matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)) {
        const labels = metrics.get(plain(name))!;
        expect([expr, ...Object.keys(labels), ...ADDED]).toContain(label);
        if (operator === '=' && labels[label]) expect([expr, ...labels[label]]).toContain(value);
        count += 1;
      }
    }
    const ofAll = (expr.match(/\bmay_[a-z_]+/g) ?? []).map((name) => [
      ...ADDED,
      ...(name.endsWith('_bucket') ? ['le'] : []),
      ...Object.keys(metrics.get(plain(name))!),
    ]);
    for (const [, by = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of by.split(/,\s*/)) expect([expr, ...new Set(ofAll.flat())]).toContain(label);
  }
  expect(count).toBeGreaterThan(10);
});

test('a line of the dashboard is named by labels that its expression keeps', () => {
  for (const { expr, legendFormat } of panels.flatMap(({ targets }) => targets)) {
    const kept = [...expr.matchAll(/\b(?:sum|min|max|count) by \(([^)]*)\)/g)].at(0)?.[1]?.split(/,\s*/);
    const isSummed = /^\s*(sum|min|max|count)\(/.test(expr);
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    expect([expr, ...named.filter((label) => isSummed || (kept && !kept.includes(label!)))]).toEqual([expr]);
    // Of several processes of a kind each has a line.
    if (!kept && !isSummed) expect([expr, ...named]).toContain('instance');
  }
});

test('no expression adds or subtracts what may be empty, because its result would be empty too', () => {
  const withoutTexts = (expr: string) => expr.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '[]');
  expect(expressions.filter((expr) => /[)\]}\w]\s*[+-]\s*[a-z(]/.test(withoutTexts(expr)))).toEqual([]);
});

test('no two panels of the dashboard overlap', () => {
  const overlaps = panels.flatMap(({ title, gridPos: a }, nth) =>
    panels
      .slice(nth + 1)
      .filter(({ gridPos: b }) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
      .map((other) => [title, other.title]),
  );
  expect(overlaps).toEqual([]);
});

test('every alert has a paragraph in the runbook, in the same order', () => {
  const headings = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(alerts.map(({ alert }) => alert));
  expect(alerts.filter(({ labels }) => !['page', 'ticket'].includes(labels.severity))).toEqual([]);
});

test('every alert has a history of series that raises it', () => {
  const { tests } = parse(read('backend/test/monitoring/alerts.rules-test.yaml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
  };
  const raised = tests.flatMap((each) =>
    each.alert_rule_test.filter(({ exp_alerts: expected }) => expected.length > 0),
  );
  expect([...new Set(raised.map(({ alertname }) => alertname))].toSorted()).toEqual(
    alerts.map(({ alert }) => alert).toSorted(),
  );
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
(hasPromtool ? test : test.skip)('with Prometheus, histories of series raise the alerts that they should', () => {
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    ['test', 'rules', path.join(import.meta.dirname, 'alerts.rules-test.yaml')],
    { encoding: 'utf8' },
  );
  expect([stdout + stderr, status]).toEqual([expect.stringContaining('SUCCESS'), 0]);
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
