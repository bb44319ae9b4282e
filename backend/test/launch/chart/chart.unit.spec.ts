import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { ROOT } from '../../../launch/settings.mjs';
import { SETTINGS } from '../../../src/platform/config/schema.js';
import { renderChart, wrongForKubernetes, type Manifest } from './chart.js';
import { ALL, LARGE, OUTSIDE, SECRETS, SMALL, pick, podOf, pods } from './examples.js';

test('the chart renders valid Kubernetes objects', () => {
  expect(wrongForKubernetes(Object.values(ALL).flatMap(renderChart))).toEqual([]);
});

test('a misspelt field deep in a manifest is an error', () => {
  const manifests = renderChart(SMALL);
  Object.assign(podOf(pick(manifests, 'Deployment', 'web')).containers[0].securityContext, {
    readOnlyRootFileSystem: true,
  });

  expect(wrongForKubernetes(manifests).join()).toContain('readOnlyRootFileSystem');
});

test.each(Object.entries(ALL))('no container may do more than its process needs, with %s values', (_, values) => {
  for (const pod of pods(values)) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const [container] = pod.containers;
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits).toEqual({ memory: expect.stringMatching(/^\d+Mi$/) as string });
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
    expect(container.volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
  }
});

test('backends and workers share one volume where there is no bucket', () => {
  const manifests = renderChart({ secrets: SECRETS, persistence: { enabled: true } });
  const volume = { name: 'data', persistentVolumeClaim: { claimName: 'shop-media' } };

  for (const name of ['backend', 'worker'])
    expect(podOf(pick(manifests, 'Deployment', name)).volumes).toContainEqual(volume);
  expect(pick(manifests, 'PersistentVolumeClaim', 'media').spec).toMatchObject({ accessModes: ['ReadWriteMany'] });
});

test('a web server is given the secrets that it reads, and none of the database', () => {
  const [container] = podOf(pick(renderChart(SMALL), 'Deployment', 'web')).containers;
  const itsOwn = Object.entries(SETTINGS)
    .filter(([, { kind, readBy = ['backend'] }]) => kind.isSecret && readBy.includes('web'))
    .map(([name]) => name);

  expect(container.envFrom).toEqual([{ configMapRef: { name: 'shop-settings' } }]);
  expect(container.env?.map(({ name }) => name)).toEqual(itsOwn);
});

test('the database is migrated before the pods change, with the owner’s credentials', () => {
  const manifests = renderChart(LARGE);
  const job = pick(manifests, 'Job', 'migration');
  const [container] = podOf(job).containers;

  expect(job.metadata.annotations).toMatchObject({
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-weight': '0',
  });
  expect(container.command).toEqual(['node', 'dist/backend/src/commands/migrate.js']);
  expect(container.envFrom).toEqual([
    { configMapRef: { name: 'shop-migration-settings' } },
    { secretRef: { name: 'shop-migration-secrets' } },
    { secretRef: { name: 'owner' } },
  ]);
  // The release's own objects are made after the Job.
  for (const [kind, name] of [
    ['ConfigMap', 'migration-settings'],
    ['Secret', 'migration-secrets'],
  ] as const)
    expect(pick(manifests, kind, name).metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-weight': '-10',
    });
  expect(pick(manifests, 'Secret', 'migration-secrets').stringData).toEqual({
    ...SECRETS,
    DATABASE_URL: 'postgres://owner@db/may',
  });
  expect(pick(manifests, 'Secret', 'secrets').stringData).toEqual(SECRETS);
});

test.each(['web', 'backend', 'worker'])(
  '%s pods are replaced one by one, and get the time that a drain takes',
  (name) => {
    const manifests = renderChart({ ...SMALL, settings: { MEDIA_URL: 's3://may-shop', DRAIN_SECONDS: 30 } });
    const deployment = pick(manifests, 'Deployment', name);

    expect(deployment.spec.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
    // 20 s for open requests or 25 s for jobs come after the drain.
    expect(podOf(deployment).terminationGracePeriodSeconds).toBe(85);
    expect(pick(manifests, 'PodDisruptionBudget', name).spec).toMatchObject({ maxUnavailable: 1 });
  },
);

test.each([
  ['web', '/readyz', 'http'],
  ['backend', '/readyz', 'http'],
  ['worker', '/healthz', 'metrics'],
])('%s is alive while it answers /healthz, and gets work while it answers %s', (name, path, port) => {
  const [{ livenessProbe, readinessProbe }] = podOf(pick(renderChart(SMALL), 'Deployment', name)).containers;

  expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port });
  expect(readinessProbe?.httpGet).toEqual({ path, port });
});

test('only web servers reach the backends, which believe every caller about addresses, unless the policy is switched off', () => {
  const manifests = renderChart(SMALL);
  const { spec } = pick(manifests, 'NetworkPolicy', 'backend');
  const labels = (component: string) => ({
    matchLabels: {
      'app.kubernetes.io/name': 'may',
      'app.kubernetes.io/instance': 'shop',
      'app.kubernetes.io/component': component,
    },
  });

  expect(pick(manifests, 'ConfigMap', 'settings').data).toMatchObject({ WEB_NETWORKS: '1' });
  expect(spec).toEqual({
    podSelector: labels('backend'),
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: labels('web') }] }],
  });
  expect(pick(manifests, 'NetworkPolicy', 'worker').spec).toMatchObject({ ingress: [] });
  const open = renderChart({ ...SMALL, networkPolicy: { enabled: false } });
  expect(open.map(({ kind }) => kind)).not.toContain('NetworkPolicy');
});

test('an autoscaler sets the number of pods, and without one the values do', () => {
  const scaled = renderChart(SMALL);
  const fixed = renderChart(OUTSIDE);

  for (const name of ['web', 'backend']) {
    expect(pick(scaled, 'Deployment', name).spec).not.toHaveProperty('replicas');
    expect(pick(scaled, 'HorizontalPodAutoscaler', name).spec).toMatchObject({ minReplicas: 2 });
    expect(pick(fixed, 'Deployment', name).spec).toMatchObject({ replicas: 2 });
  }
  expect(fixed.map(({ kind }) => kind)).not.toContain('HorizontalPodAutoscaler');
});

test('settings that change restart the pods', () => {
  const checksums = (drain: number) =>
    (
      pick(
        renderChart({ ...SMALL, settings: { MEDIA_URL: 's3://may-shop', DRAIN_SECONDS: drain } }),
        'Deployment',
        'web',
      ).spec as { template: Manifest }
    ).template.metadata.annotations;

  expect(checksums(5)).not.toEqual(checksums(6));
  expect(checksums(5)).toEqual(checksums(5));
});

const helm = spawnSync('helm', ['version', '--short'], { encoding: 'utf8' }).status === 0;
(helm ? test : test.skip).each(Object.entries(ALL))('with Helm, %s values render to the same', (_, values) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'may-chart-'));
  try {
    writeFileSync(path.join(folder, 'values.yaml'), stringify(values));
    const chart = [path.join(ROOT, 'docker/helm'), '--values', path.join(folder, 'values.yaml')];
    expect(spawnSync('helm', ['lint', '--strict', ...chart], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    const { stdout } = spawnSync('helm', ['template', 'shop', ...chart], { encoding: 'utf8' });
    const rendered = parseAllDocuments(stdout).map((document) => (document as { toJS(): Manifest | null }).toJS());
    const sorted = (manifests: (Manifest | null)[]) =>
      manifests.flatMap((each) => (each ? [withoutChecksums(each)] : [])).sort((a, b) => (a < b ? -1 : 1));
    expect(sorted(rendered)).toEqual(sorted(renderChart(values)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Canonical JSON; the checksums are over texts that may differ in white space. */
function withoutChecksums(manifest: Manifest): string {
  const canonical = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(canonical)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([name]) => !name.startsWith('checksum/'))
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([name, each]) => [name, canonical(each)]),
          )
        : value;
  return JSON.stringify(canonical(manifest));
}
