import { replaceHalfPairsIn } from '../../src/platform/half-pairs.js';

const read = (text: string) => {
  const json: unknown = JSON.parse(text);
  replaceHalfPairsIn(json);
  return json;
};

test('half a surrogate pair is replaced in every text, a whole pair stays', () => {
  expect(read('{"a": "\\ud83d!", "b": [["\\uDC55"], {"c": "\\ud83d\\udc55"}], "d": 1, "e": null}')).toEqual({
    a: '\ufffd!',
    b: [['\ufffd'], { c: '👕' }],
    d: 1,
    e: null,
  });
});

test('a text alone, a number and no body pass', () => {
  for (const json of ['text', 1, null, undefined]) expect(() => replaceHalfPairsIn(json)).not.toThrow();
});

test('JSON is nested a hundred times at most', () => {
  const nested = (times: number) => '['.repeat(times) + ']'.repeat(times);
  expect(() => read(nested(100))).not.toThrow();
  expect(() => read(nested(101))).toThrow('Bad Request');
});
