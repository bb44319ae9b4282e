import { CHART_SETTINGS, chartSchema } from '../../../launch/chart-schema.mjs';
import { readSettings } from '../../../src/platform/config/environment/read.js';
import { SETTINGS } from '../../../src/platform/config/environment/schema.js';
import { chartSchemaFile, renderChart, renderNotes, wrongIn, type Values } from './chart.js';
import { ALL, LARGE, SECRETS, SMALL, pick } from './examples.js';

test('values.schema.json is the one that the settings make', () => {
  expect(JSON.parse(chartSchemaFile())).toEqual(JSON.parse(chartSchema()));
});

test('the schema of values needs no lookaround, which the regular expressions of Helm do not have', () => {
  expect(chartSchemaFile()).not.toMatch(/\(\?[=!<]/);
});

test('every setting can be given, and reaches the processes as it was given', () => {
  const given: Record<string, string> = {};
  for (const [name, { kind }] of Object.entries(SETTINGS))
    if (!CHART_SETTINGS.includes(name)) given[name] = EXAMPLES[name] ?? exampleOf(kind);
  const isSecret = (name: string) => SETTINGS[name as keyof typeof SETTINGS].kind.isSecret === true;
  const some = (wanted: boolean) =>
    Object.fromEntries(
      Object.entries(given)
        .filter(([name]) => isSecret(name) === wanted)
        // As YAML reads them.
        .map(([name, text]) => [
          name,
          /^\d+$/.test(text) ? Number(text) : text === 'on' ? true : text === 'off' ? false : text,
        ]),
    );
  const manifests = renderChart({ settings: some(false), secrets: some(true) });

  const { data } = pick(manifests, 'ConfigMap', 'settings');
  const { stringData } = pick(manifests, 'Secret', 'secrets');
  expect({ ...data, ...stringData }).toMatchObject(given);
  expect(Object.keys(stringData).every(isSecret)).toBe(true);
  expect(Object.keys(data).some(isSecret)).toBe(false);
});

test.each(Object.entries(ALL))(
  'the settings that the chart makes with %s values are accepted by the processes',
  (_, values) => {
    const { data } = pick(renderChart(values), 'ConfigMap', 'settings');
    const env = { ...data, ...SECRETS, PAYMENTS: 'sandbox' };

    expect(readSettings(env, 'backend')).toMatchObject({
      NODE_ENV: 'production',
      BACKEND_HOST: '0.0.0.0',
      WORKER_METRICS_PORT: 9464,
    });
    expect(readSettings(env, 'web')).toMatchObject({
      HOST: '0.0.0.0',
      PORT: 3000,
      BACKEND_URL: 'http://shop-backend:3001',
    });
  },
);

test('behind an ingress the shop knows its address and trusts one proxy, unless settings say otherwise', () => {
  const dataOf = (settings: Values) =>
    pick(renderChart({ ...LARGE, settings: { MEDIA_URL: 's3://may-shop', ...settings } }), 'ConfigMap', 'settings')
      .data;

  expect(dataOf({})).toMatchObject({ PUBLIC_URL: 'https://shop.example.com', TRUST_PROXY: '1' });
  expect(dataOf({ TRUST_PROXY: 0, PUBLIC_URL: 'https://may.example' })).toMatchObject({
    PUBLIC_URL: 'https://may.example',
    TRUST_PROXY: '0',
  });
});

test.each([
  [{ settings: { RATE_LIMITS: 'on' } }, 'RATE_LIMITS'],
  [{ settings: { JWT_SECRET: 's'.repeat(32) } }, 'JWT_SECRET'],
  [{ secrets: { MEDIA_URL: 's3://may-shop' } }, 'MEDIA_URL'],
  [{ settings: { DRAIN_SECONDS: 301 } }, '/settings/DRAIN_SECONDS'],
  [{ settings: { BACKEND_PORT: 8080 } }, 'BACKEND_PORT'],
  [{ secrets: { DATABASE_URL: 'mysql://db/may' } }, '/secrets/DATABASE_URL'],
  [{ wep: {} }, 'wep'],
  [{ web: { replica: 3 } }, 'replica'],
])('values %j are refused by their name', (values, name) => {
  expect(wrongIn({ ...SMALL, ...values }).join()).toContain(name);
});

test.each([
  [
    { secrets: SECRETS },
    'Set settings.MEDIA_URL to a bucket, or persistence.enabled to true: backends and workers share pictures.',
  ],
  [
    { secrets: SECRETS, settings: { MEDIA_URL: '/data/pictures' } },
    'Set settings.MEDIA_URL to a bucket, or persistence.enabled to true: backends and workers share pictures.',
  ],
  [
    { settings: { MEDIA_URL: 's3://may-shop' } },
    'Set secrets, or existingSecret to the name of a Secret: DATABASE_URL, JWT_SECRET and ADMIN_PASSWORD have no default.',
  ],
  [{ ...SMALL, ingress: { enabled: true } }, 'Set ingress.host to the name of the site.'],
])('a chart that lacks something fails with one sentence', (values, sentence) => {
  expect(() => renderChart(values as Values)).toThrow(sentence);
});

test('the notes say where the shop is', () => {
  expect(renderNotes(LARGE)).toContain('The shop: https://shop.example.com\n');
});

const EXAMPLES: Record<string, string> = {
  PUBLIC_URL: 'https://shop.example.com',
  MEDIA_URL: 's3://may-shop/production',
  TRUST_PROXY: '10.0.0.0/8,2001:db8::/32',
  OTEL_TRACES_SAMPLER_ARG: '0.25',
};
/** A value that a kind accepts. */
function exampleOf({ expected }: { expected: string }): string {
  const [, number] = /from (\d+)/.exec(expected) ?? [];
  const [, example] = /such as (\S+)$/.exec(expected) ?? [];
  const [, key] = /begins with (\w+_)/.exec(expected) ?? [];
  const [, word] = /^([a-z_]+)(?:,| or )/.exec(expected) ?? [];
  return number ?? example ?? (key && `${key}x`) ?? word ?? 'a: "text" {{ with }} # signs';
}
