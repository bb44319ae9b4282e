// A test file shares its modules with the next one, so no spy outlives its test.
afterEach(() => jest.restoreAllMocks());
