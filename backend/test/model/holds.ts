import fc from 'fast-check';

const { npm_lifecycle_event, MODEL_SEED, MODEL_PATH, SOAK_RUNS = '5000', SOAK_SECONDS = '3600' } = process.env;
const isSoak = npm_lifecycle_event === 'test:soak';
/** The usual run tries the same cases every time, so that it says something about the change at hand; a soak tries new ones. */
const USUAL_SEED = 1_975;
/** A limit for machines that are busy with other things, no expectation. */
const USUAL_SECONDS = 300;

/** How long a property may take, with what jest needs to say why it does not hold. */
export const PATIENCE_MS = ((isSoak ? Number(SOAK_SECONDS) : USUAL_SECONDS) + 120) * 1_000;

/** MODEL_PATH is fast-check's path and, after an @, its path through a list of commands. */
const [path, replayPath] = MODEL_PATH?.split('@') ?? [];
export { replayPath };

/**
 * Tries a property on random cases: `runs` of them, or as many as the soak test is given. A failure is made as small as
 * it can be in the time that is left, and says how to see it again.
 * @throws when there is a case for which it does not hold
 */
export async function holds<Case>(property: fc.IAsyncProperty<Case>, runs: number): Promise<void> {
  const seconds = isSoak ? Number(SOAK_SECONDS) : USUAL_SECONDS;
  const result = await fc.check(property, {
    numRuns: isSoak ? Number(SOAK_RUNS) : runs,
    seed: MODEL_SEED === undefined ? (isSoak ? undefined : USUAL_SEED) : Number(MODEL_SEED),
    path,
    interruptAfterTimeLimit: seconds * 1_000,
  });
  if (!result.failed && (result.numRuns >= runs || isSoak || path)) return;
  throw new Error(report(result));
}

function report<Case>(result: fc.RunDetails<Case>): string {
  const { seed, counterexamplePath, counterexample, numRuns, numShrinks, errorInstance } = result;
  if (!counterexamplePath) return `Only ${numRuns} cases could be tried in ${USUAL_SECONDS} seconds.`;
  const replay = /replayPath="([^"]+)"/.exec(fc.stringify(counterexample))?.[1];
  const where = `MODEL_SEED=${seed} MODEL_PATH=${counterexamplePath}${replay ? `@${replay}` : ''}`;
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `Case ${numRuns}, made smaller ${numShrinks} times, is not as it should be. See it again with\n${where}\n\n${why}`;
}
