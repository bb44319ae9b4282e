// @ts-check
import { LaunchError } from '../../../launch/launch-error.mjs';
import { launch } from '../../../launch/launcher.mjs';
import { buildIfChanged, install } from '../../../launch/build/prepare.mjs';
import { jest } from '../../../launch/testing/jest-step.mjs';
import { inTurn } from '../../../launch/testing/steps.mjs';

/** The suites about abuse, overload, rights and accounts; docs/security names others of `npm test` too. */
const API = 'test/(system/(security|overload|rights)|auth)/';
const WEB = 'test/(server|routing)/';

// `npm run test:security [-- PART]`: abuse of the API, of the web server, and of the whole built shop. The first two are
// in `npm test` too; the third floods and kills real processes and takes minutes. With PART only the suites of that path.
await launch(async () => {
  await install();
  await buildIfChanged();
  const part = process.argv.slice(2);
  const of = (/** @type {string} */ suites) => (part.length > 0 ? part : ['--testPathPatterns', suites]);
  const results = await inTurn([
    jest('API', 'backend/jest.config.mjs', ['--selectProjects', 'api', 'unit', '--passWithNoTests', ...of(API)]),
    jest('web server', 'web/jest.config.mjs', ['--passWithNoTests', ...of(WEB)]),
    jest('whole shop', 'backend/test/system/security/whole-shop/jest.config.mjs', ['--passWithNoTests', ...part]),
  ]);
  console.log();
  for (const { name, verdict, seconds } of results) console.log(`${name}: ${verdict} in ${seconds.toFixed(0)} s`);
  if (results.some(({ failed }) => failed > 0)) throw new LaunchError('');
});
