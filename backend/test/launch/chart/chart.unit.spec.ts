import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { ROOT } from '../../../launch/settings.mjs';
import { SETTINGS } from '../../../src/platform/config/environment/schema.js';
import { renderChart, wrongForKubernetes, type Manifest } from './chart.js';
import { ALL, LARGE, OUTSIDE, SECRETS, SMALL, pick, podOf, pods, type Pod } from './examples.js';

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

test('a new web server starts after the backends of the release before it have ended, with no more rights', () => {
  const { initContainers, containers } = podOf(pick(renderChart(LARGE), 'Deployment', 'web'));
  expect(initContainers).toHaveLength(1);
  expect(initContainers?.[0]).toMatchObject({
    command: ['node', 'dist/backend/src/commands/await-backends.js'],
    image: containers[0].image,
    securityContext: containers[0].securityContext,
    envFrom: [{ configMapRef: { name: 'shop-settings' } }],
  });
  for (const name of ['backend', 'worker'])
    expect(podOf(pick(renderChart(LARGE), 'Deployment', name)).initContainers).toBeUndefined();
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
  // Without a backend it has cached pages, and a page of its own that says what is wrong.
  ['web', '/healthz', 'http'],
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

test('scripts that one web server does not have are asked of another, because two releases run during an update', () => {
  const annotations = {
    'cert-manager.io/cluster-issuer': 'letsencrypt',
    'nginx.ingress.kubernetes.io/proxy-body-size': '70m',
    'nginx.ingress.kubernetes.io/proxy-next-upstream': 'off',
  };
  const ingress = { ...(LARGE.ingress as object), annotations };
  const manifests = renderChart({ ...LARGE, ingress });
  const [shop, assets] = [pick(manifests, 'Ingress', 'web'), pick(manifests, 'Ingress', 'assets')];

  expect(shop.metadata.annotations).toMatchObject(annotations);
  expect(assets.metadata.annotations).toEqual({
    'nginx.ingress.kubernetes.io/proxy-body-size': '70m',
    'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
    'nginx.ingress.kubernetes.io/proxy-send-timeout': '3600',
    'nginx.ingress.kubernetes.io/proxy-next-upstream': 'error timeout http_404',
  });
  const withPath = (path: string) => JSON.stringify(shop.spec).replace('"path":"/"', `"path":"${path}"`);
  expect(JSON.stringify(assets.spec)).toBe(withPath('/assets/'));
  const without = renderChart({ ...LARGE, ingress: { ...ingress, assets: { enabled: false } } });
  expect(without.filter(({ kind }) => kind === 'Ingress').map(({ metadata }) => metadata.name)).toEqual(['shop-web']);
});

test('the pod of the docs that restores a backup is valid', () => {
  const docs = readFileSync(path.join(ROOT, 'docs/operations/backup.md'), 'utf8');
  const [, pod = ''] = /```yaml\n(apiVersion: v1\nkind: Pod\n[^`]*)```/.exec(docs) ?? [];
  const manifest = parse(pod) as Manifest;

  expect(wrongForKubernetes([manifest])).toEqual([]);
  expect((manifest.spec as Pod).containers[0].command).toEqual(
    expect.arrayContaining(['node', 'command.mjs', 'restore', '--from']),
  );
});

test('Prometheus finds every process of the chart as a pod, and calls it by its name', () => {
  const { scrape_configs: jobs } = parse(
    readFileSync(path.join(ROOT, 'docker/observability/prometheus-kubernetes.yaml'), 'utf8'),
  ) as { scrape_configs: { job_name: string; relabel_configs: Relabeling[] }[] };
  // Prometheus makes a target of each port, and one of each container without ports. Init containers are containers to it.
  const targets = renderChart(LARGE)
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .flatMap((manifest) => {
      const { metadata, spec } = (manifest.spec as { template: { metadata: Labelled; spec: Pod } }).template;
      const labels = Object.fromEntries(
        Object.entries(metadata.labels).map(([name, value]) => [
          `__meta_kubernetes_pod_label_${name.replace(/[^a-z]/g, '_')}`,
          value,
        ]),
      );
      const pod = `${manifest.metadata.name}-7d9f`;
      const more = { __meta_kubernetes_pod_name: pod, __meta_kubernetes_pod_phase: 'Running' };
      return [...spec.containers, ...(spec.initContainers ?? [])].flatMap((container) => {
        const isInit = spec.initContainers?.includes(container) ?? false;
        const target = { ...labels, ...more, __meta_kubernetes_pod_container_init: String(isInit) };
        return (container.ports ?? [undefined]).map(() => target);
      });
    });

  expect(jobs.map(({ job_name }) => job_name)).toEqual(['may']);
  const kept = targets
    .map((target) => relabeled(target, jobs[0]!.relabel_configs))
    .filter((each) => each !== undefined);
  expect(kept.map(({ process, instance }) => [process, instance])).toEqual([
    ['backend', 'shop-backend-7d9f'],
    ['web', 'shop-web-7d9f'],
    ['worker', 'shop-worker-7d9f'],
  ]);
  const ended = { ...targets[0]!, __meta_kubernetes_pod_phase: 'Failed' };
  expect(relabeled(ended, jobs[0]!.relabel_configs)).toBeUndefined();
});

interface Labelled {
  labels: Record<string, string>;
}
interface Relabeling {
  source_labels: string[];
  regex?: string;
  action?: 'keep' | 'drop';
  target_label?: string;
}

/** What Prometheus makes of a target; undefined for one that it drops. */
function relabeled(target: Record<string, string>, rules: Relabeling[]): Record<string, string> | undefined {
  const labels = { ...target };
  for (const { source_labels: sources, regex = '.*', action, target_label: name } of rules) {
    const value = sources.map((source) => labels[source] ?? '').join(';');
    const isMatch = new RegExp(`^(?:${regex})$`).test(value);
    if ((action === 'keep' && !isMatch) || (action === 'drop' && isMatch)) return undefined;
    if (name && isMatch) labels[name] = value;
  }
  return labels;
}

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
