// @ts-check
import { LaunchError } from '../../../launch/launch-error.mjs';
import { launch } from '../../../launch/launcher.mjs';
import { buildIfChanged, install } from '../../../launch/build/prepare.mjs';
import { jest } from '../../../launch/testing/jest-step.mjs';
import { inTurn } from '../../../launch/testing/steps.mjs';

// `npm run test:faults [-- what of it]`: the built shop under faults; see the specs beside this file.
await launch(async () => {
  await install();
  await buildIfChanged();
  const [result] = await inTurn([jest('faults', 'backend/test/system/faults/jest.config.mjs', process.argv.slice(2))]);
  console.log(`\n${result?.verdict} in ${result?.seconds.toFixed(0)} s`);
  if (result?.failed !== 0) throw new LaunchError('');
});
