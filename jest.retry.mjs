// @ts-check

/**
 * Tests of a browser, of sockets or of whole processes measure the machine that they run on too. In CI such a test may
 * fail once, and the sums name it ("passed on retry"). Rules of money and rights are never in here.
 */
const MEASURES_THE_MACHINE = [
  '/web/test/e2e/',
  '/web/test/server/',
  '/backend/test/launch/',
  '/backend/test/system/overload/',
];

const { testPath } = expect.getState();
if (process.env.CI && testPath && new RegExp(MEASURES_THE_MACHINE.join('|')).test(testPath))
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
