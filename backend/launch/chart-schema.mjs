// @ts-check
import path from 'node:path';
import { SETTINGS } from '../src/platform/config/environment/schema.js';

/**
 * Settings that docker/helm/templates set themselves: ports and paths that belong together, and what is only for development and tests.
 */
export const CHART_SETTINGS = [
  ...['NODE_ENV', 'DATA_DIR', 'PORT', 'BACKEND_PORT', 'BACKEND_URL', 'WORKER_METRICS_PORT'],
  ...['WEB_FROM_SOURCES', 'OAUTH_STAND_IN'],
];

/** PostgreSQL's own variable: a URL takes only some characters. */
const PGPASSWORD = {
  type: 'string',
  description: 'the password of the database, of any characters, beside a DATABASE_URL without one',
};
const TEXT = { type: 'string', minLength: 1 };
const ANNOTATIONS = { type: 'object', additionalProperties: { type: 'string' } };

/**
 * The JSON Schema of docker/helm/values.yaml, in which `settings` and `secrets` name exactly the shop's settings. Helm checks values
 * against it before it installs anything. `node backend/launch/settings-table.mjs --helm` prints it.
 *
 * @returns {string} JSON
 */
export function chartSchema() {
  const secrets = shape({ ...settingsThat((isSecret) => isSecret), PGPASSWORD });
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...shape({
      global: { type: 'object' },
      image: shape({
        repository: TEXT,
        tag: { type: 'string' },
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
        pullSecrets: { type: 'array', items: TEXT },
      }),
      settings: shape(settingsThat((isSecret) => !isSecret)),
      secrets,
      existingSecret: { type: 'string' },
      migration: shape({ enabled: { type: 'boolean' }, secrets, existingSecret: { type: 'string' } }),
      backup: shape({ ...CRON, keep: { type: 'integer', minimum: 1 } }),
      rehearsal: shape({ ...CRON, maxAge: { type: 'integer', minimum: 1 } }),
      persistence: shape({
        enabled: { type: 'boolean' },
        existingClaim: { type: 'string' },
        storageClass: { type: 'string' },
        size: TEXT,
      }),
      ingress: shape({
        enabled: { type: 'boolean' },
        className: { type: 'string' },
        host: { type: 'string', description: 'the name of the site, without https://', pattern: '^[A-Za-z0-9.-]*$' },
        tlsSecret: { type: 'string' },
        annotations: ANNOTATIONS,
        assets: shape({ enabled: { type: 'boolean' }, annotations: ANNOTATIONS }),
      }),
      networkPolicy: shape({ enabled: { type: 'boolean' }, from: { type: 'array', items: { type: 'object' } } }),
      serviceAccountName: { type: 'string' },
      web: shape({ ...PLACEMENT, autoscaling: AUTOSCALING }),
      backend: shape({ ...PLACEMENT, autoscaling: AUTOSCALING }),
      worker: shape(PLACEMENT),
    }),
  };
  return JSON.stringify(schema);
}

/**
 * Makes paths of the links in a setting's text, for a file that is no Markdown.
 *
 * @param {string} text whose links start from docs/operations
 */
export function withPaths(text) {
  return text.replace(/\[[^\]]*\]\(([^)]*)\)/g, (_, /** @type {string} */ link) =>
    path.posix.join('docs/operations', link),
  );
}

/** @param {Record<string, object>} properties the only ones */
function shape(properties) {
  return { type: 'object', properties, additionalProperties: false };
}

/** What a CronJob that works with backups is given. */
const CRON = {
  enabled: { type: 'boolean' },
  schedule: TEXT,
  claim: { type: 'string' },
  deadline: { type: 'integer', minimum: 1 },
};
const AUTOSCALING = shape({
  enabled: { type: 'boolean' },
  minReplicas: { type: 'integer', minimum: 1 },
  maxReplicas: { type: 'integer', minimum: 1 },
  targetCPUUtilizationPercentage: { type: 'integer', minimum: 1 },
});
const PLACEMENT = {
  replicas: { type: 'integer', minimum: 0 },
  resources: { type: 'object' },
  nodeSelector: { type: 'object' },
  tolerations: { type: 'array', items: { type: 'object' } },
};

/** @param {(isSecret: boolean) => boolean} belongs */
function settingsThat(belongs) {
  return Object.fromEntries(
    Object.entries(SETTINGS)
      .filter(([name, { kind }]) => !CHART_SETTINGS.includes(name) && belongs(kind.isSecret === true))
      .map(([name, { kind, meaning }]) => [
        name,
        { description: withPaths(`${meaning}; ${kind.expected}`), ...valueSchema(kind.schema) },
      ]),
  );
}

/** YAML makes a boolean of `on`, and that is what was meant. A text of digits needs quotes, for a long number would lose some. */
function valueSchema(/** @type {{ enum?: unknown[] } | undefined} */ schema) {
  if (schema?.enum?.includes('on')) return { enum: [...schema.enum, true, false] };
  return schema ?? { type: 'string' };
}
