import { repeatedLine } from '../../../src/platform/errors/repeated-line.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('what fails each second is logged at once and every ten seconds, with the latest reason', () => {
  const lines: string[] = [];
  const log = repeatedLine((reason: string) => lines.push(reason));
  for (let second = 0; second < 25; second++) {
    log(`${second}`);
    jest.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual(['0', '10', '20']);
});

test('two lines do not hold up each other', () => {
  const lines: string[] = [];
  const [one, other] = [1, 2].map((nth) => repeatedLine(() => lines.push(`${nth}`)));
  one!();
  other!();
  one!();
  expect(lines).toEqual(['1', '2']);
});

test('lines of two kinds do not hold up each other, and a kind is forgotten after its ten seconds', () => {
  const lines: string[] = [];
  const log = repeatedLine(
    (kind: string, nth: number) => lines.push(`${kind} ${nth}`),
    (kind) => kind,
  );
  for (let second = 0; second < 12; second++) {
    log(second < 4 ? 'early' : 'always', second);
    log('always', second);
    jest.advanceTimersByTime(1_000);
  }
  log('early', 12);
  expect(lines).toEqual(['early 0', 'always 0', 'always 10', 'early 12']);
});
