// @ts-check
import { SETTING_NAMES, isSecretSetting } from './schema.js';

/** Prefixes of the shop's settings. */
const FAMILIES =
  /^(ADMIN|AI_SEARCH|BACKEND|DATABASE|DRAIN|FACEBOOK_CLIENT|GOOGLE_CLIENT|JWT|METRICS|ORDER_PAYMENT|PAYMENTS?|RATE_LIMIT|REDIS|SMTP|STRIPE|TRUST_PROXY)(_|$)/;
/** Kubernetes gives each container variables about its services: REDIS_SERVICE_HOST, REDIS_PORT_6379_TCP. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT$|_PORT_\d+_(TCP|UDP)/;

/**
 * Finds variables that look like a misspelt setting.
 *
 * @param {Record<string, string | undefined>} env usually `process.env`
 * @returns {{ name: string, sentence: string }[]} never with the value
 */
export function strayNames(env) {
  const known = new Set(SETTING_NAMES.flatMap((name) => (isSecretSetting(name) ? [name, `${name}_FILE`] : [name])));
  return Object.keys(env)
    .filter((name) => env[name] && !known.has(name) && !OF_KUBERNETES.test(name))
    .flatMap((name) => {
      const [closest, distance] = closestOf(name, [...known]);
      // Short names are similar to more others.
      const near = closest.length > 9 ? 2 : closest.length > 5 ? 1 : 0;
      if (distance > near && !FAMILIES.test(name)) return [];
      return [{ name, sentence: `${name} is set but is no setting of the shop; the closest one is ${closest}.` }];
    });
}

/**
 * @param {string} name
 * @param {string[]} known
 * @returns {[closest: string, distance: number]} a name that starts with `name`, otherwise the most similar one
 */
function closestOf(name, known) {
  /** @type {[string, number]} */
  let best = ['', Infinity];
  for (const candidate of known) {
    const distance = editDistance(lettersOf(name), lettersOf(candidate));
    if (distance < best[1]) best = [candidate, distance];
  }
  const longer = known.find((candidate) => candidate.startsWith(name));
  return best[1] > 1 && longer ? [longer, longer.length - name.length] : best;
}

/** @param {string} name */
const lettersOf = (name) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Counts the letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
 *
 * @param {string} a
 * @param {string} b
 */
function editDistance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (/** @type {number} */ i, /** @type {number} */ j) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.length, b.length);
}
