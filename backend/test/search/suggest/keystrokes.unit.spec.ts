import { composed } from '../../../src/search/suggest/keystrokes.js';

describe('the keys of a word', () => {
  test.each([
    ['aos', 'áo'],
    ['ddaamf', 'đầm'],
    ['damdaf', 'đầm'],
    ['vays', 'váy'],
    ['quaanf', 'quần'],
    ['nuwx', 'nữ'],
    ['nuxw', 'nữ'],
    ['ddor', 'đỏ'],
    ['sow', 'sơ'],
    ['dduowngf', 'đường'],
    ['duongdwf', 'đường'],
    ['giayf', 'giày'],
    ['hoaf', 'hòa'],
    ['quys', 'quý'],
    ['w', 'ư'],
    ['khoacs', 'khoác'],
  ])('Telex: %s is %s', (keys, word) => expect(composed(keys)).toEqual([word]));

  test.each([
    ['ao1', 'áo'],
    ['d9a62m', 'đầm'],
    ['d9am62', 'đầm'],
    ['nu74', 'nữ'],
    ['quan62', 'quần'],
    ['d9uong72', 'đường'],
    ['ma8t5', 'mặt'],
  ])('VNI: %s is %s', (keys, word) => expect(composed(keys)).toEqual([word]));

  test.each(['thun', 'nam', '', 'as'.repeat(15)])('"%s" is read as nothing else', (word) =>
    expect(composed(word)).toEqual([]),
  );
});
