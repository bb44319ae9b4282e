import fc from 'fast-check';

const { npm_lifecycle_event, MODEL_SEED, MODEL_PATH, SOAK_RUNS = '5000', SOAK_SECONDS = '3600' } = process.env;
const isSoak = npm_lifecycle_event === 'test:soak';
/** The usual run tries the same cases every time, so that it says something about the change at hand; a soak tries new ones. */
const USUAL_SEED = 1_975;
const SAY_EVERY = 100;
/** A limit for machines that are busy with other things, no expectation. */
const USUAL_SECONDS = 600;

/** How long a property may take, with what jest needs to say why it does not hold. */
export const TIMEOUT_MS = ((isSoak ? Number(SOAK_SECONDS) : USUAL_SECONDS) + 120) * 1_000;

/** MODEL_PATH is fast-check's path and, after an @, its path through a list of commands. */
const [path, replayPath] = MODEL_PATH?.split('@') ?? [];
export { replayPath };

/**
 * Tries a property on random cases: `runs` of them, or as many as the soak test is given. A failure is made as small as
 * it can be in the time that is left, and says how to see it again.
 * @throws when there is a case for which it does not hold
 */
export async function holds<Case>(property: fc.IAsyncPropertyWithHooks<Case>, runs: number): Promise<void> {
  const seconds = isSoak ? Number(SOAK_SECONDS) : USUAL_SECONDS;
  const seed = Number(MODEL_SEED ?? (isSoak ? Date.now() % 2 ** 31 : USUAL_SEED));
  const say = isSoak ? progress(seed, seconds) : undefined;
  if (say) property.beforeEach(() => say.oneMore());
  const result = await fc.check(property, {
    numRuns: isSoak ? Number(SOAK_RUNS) : runs,
    seed,
    path,
    interruptAfterTimeLimit: seconds * 1_000,
  });
  say?.end(result);
  if (!result.failed && (result.numRuns >= runs || isSoak || path)) return;
  throw new Error(report(result));
}

/** A soak takes long, so it tells how to see it again, and how far it is. */
function progress(seed: number, seconds: number) {
  const [begin, name] = [Date.now(), expect.getState().currentTestName ?? ''];
  const say = (words: string) => process.stderr.write(`${words}\n`);
  const sinceBegin = () => `${Math.round((Date.now() - begin) / 1_000)} s`;
  let cases = 0;
  say(`${name}: up to ${SOAK_RUNS} cases in ${seconds} s, MODEL_SEED=${seed}`);
  return {
    oneMore: () => {
      if (cases > 0 && cases % SAY_EVERY === 0) say(`  ${cases} cases after ${sinceBegin()}`);
      cases += 1;
    },
    end: ({ numRuns, failed }: { numRuns: number; failed: boolean }) => {
      if (!failed) say(`  ${numRuns} cases hold, in ${sinceBegin()}`);
    },
  };
}

function report<Case>(result: fc.RunDetails<Case>): string {
  const { seed, counterexamplePath, counterexample, numRuns, numShrinks, errorInstance } = result;
  if (!counterexamplePath) return `Only ${numRuns} cases could be tried in ${USUAL_SECONDS} seconds.`;
  const replay = /replayPath="([^"]+)"/.exec(fc.stringify(counterexample))?.[1];
  const where = `MODEL_SEED=${seed} MODEL_PATH=${counterexamplePath}${replay ? `@${replay}` : ''}`;
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `Case ${numRuns}, made smaller ${numShrinks} times, is not as it should be. See it again with\n${where}\n\n${why}`;
}
