// @ts-check
import { launch } from './launcher.mjs';
import { build, install } from './build/prepare.mjs';

// `npm run build`: both sides, whether or not a source changed.
await launch(async () => {
  await install();
  await build();
});
