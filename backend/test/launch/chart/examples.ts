import { renderChart, type Manifest, type Values } from './chart.js';

export const SECRETS = {
  DATABASE_URL: 'postgres://may:"quoted"@db/may',
  JWT_SECRET: 's'.repeat(32),
  ADMIN_PASSWORD: 'thuyền-giấy-trôi-xa',
};
export const SMALL: Values = { settings: { MEDIA_URL: 's3://may-shop', PAYMENTS: 'sandbox' }, secrets: SECRETS };
/** Every part of the chart. */
export const LARGE: Values = {
  ...SMALL,
  image: { repository: 'registry.example.com/may', tag: '1.2.3', pullSecrets: ['registry'] },
  settings: {
    ...(SMALL.settings as Values),
    DRAIN_SECONDS: 20,
    RATE_LIMIT: true,
    ORDER_PAYMENT_WINDOW_MINUTES: 100_000,
  },
  migration: { secrets: { DATABASE_URL: 'postgres://owner@db/may' }, existingSecret: 'owner' },
  backup: { enabled: true, claim: 'backups', schedule: '30 2 * * *', keep: 7, deadline: 2 },
  rehearsal: { enabled: true, maxAge: 50 },
  persistence: { enabled: true, storageClass: 'shared' },
  ingress: { enabled: true, className: 'nginx', host: 'shop.example.com', tlsSecret: 'shop-tls' },
  networkPolicy: { enabled: true, from: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }] },
  serviceAccountName: 'shop',
  web: { nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'shop', operator: 'Exists' }] },
};
export const OUTSIDE: Values = {
  settings: { MEDIA_URL: 's3://may-shop' },
  existingSecret: 'mine',
  web: { autoscaling: { enabled: false } },
  backend: { autoscaling: { enabled: false } },
  migration: { enabled: true },
};
export const ALL = { small: SMALL, large: LARGE, outside: OUTSIDE };

export interface Container {
  image: string;
  name: string;
  command: string[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  env?: { name: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  resources: { requests: object; limits: { memory: string; cpu?: string } };
  livenessProbe?: { httpGet: { path: string; port: string } };
  readinessProbe?: { httpGet: { path: string; port: string } };
}
export interface Pod {
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  securityContext: object;
  terminationGracePeriodSeconds: number;
  initContainers?: Container[];
  containers: [Container];
  volumes: { name: string; emptyDir?: object; persistentVolumeClaim?: object }[];
}

export const pick = (manifests: Manifest[], kind: string, name: string) => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === `shop-${name}`);
  if (!found) throw new Error(`The chart has no ${kind} named shop-${name}.`);
  return found as Manifest & {
    spec: Record<string, unknown>;
    data: Record<string, string>;
    stringData: Record<string, string>;
  };
};
export const podOf = ({ spec }: Manifest) => (spec as { template: { spec: Pod } }).template.spec;
export const jobOf = ({ spec }: Manifest) => (spec as { jobTemplate: Manifest }).jobTemplate;
export const pods = (values: Values) =>
  renderChart(values)
    .map((each) => (each.kind === 'CronJob' ? { ...jobOf(each), kind: 'Job' } : each))
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(podOf);
