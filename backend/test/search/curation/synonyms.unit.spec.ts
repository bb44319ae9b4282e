import { MAX_READINGS, Synonyms } from '../../../src/search/curation/synonyms.js';

const oneWay = (word: string, ...meanings: string[]) => ({ word, meanings, is_two_way: false });
const twoWay = (word: string, ...meanings: string[]) => ({ word, meanings, is_two_way: true });
const texts = (synonyms: Synonyms, text: string) => synonyms.readings(text).map((reading) => reading.text);

test('a text without synonyms is read as it is', () => {
  expect(texts(new Synonyms(), 'áo thun')).toEqual(['áo thun']);
  expect(texts(new Synonyms([oneWay('bánh bèo', 'váy xòe')]), 'bánh mì')).toEqual(['bánh mì']);
});

test('a word is read as each of its meanings, and these stay as they are', () => {
  const synonyms = new Synonyms([oneWay('bánh bèo', 'váy xòe', 'đầm công chúa')]);
  expect(texts(synonyms, 'Bánh bèo đỏ')).toEqual(['váy xòe đỏ', 'đầm công chúa đỏ']);
  expect(texts(synonyms, 'váy xòe')).toEqual(['váy xòe']);
});

test('words that mean each other are read as both, as typed first', () => {
  const synonyms = new Synonyms([twoWay('hijab', 'khăn trùm')]);
  expect(texts(synonyms, 'khan trum')).toEqual(['khăn trùm', 'hijab']);
  expect(texts(synonyms, 'hijab lụa')).toEqual(['hijab lụa', 'khăn trùm lụa']);
});

test('tones tell words apart; without them the first is meant', () => {
  const synonyms = new Synonyms([oneWay('bò', 'jean'), oneWay('bơ', 'vàng')]);
  expect([texts(synonyms, 'bơ'), texts(synonyms, 'bò'), texts(synonyms, 'bở')]).toEqual([['vàng'], ['jean'], ['bở']]);
  expect(texts(synonyms, 'quan bo')).toEqual(['quan jean']);
});

test('a word is the same with its tone on the other vowel', () => {
  const synonyms = new Synonyms([oneWay('váy xoè', 'chân váy'), twoWay('hoà', 'đều')]);
  expect(texts(synonyms, 'váy xòe đỏ')).toEqual(['chân váy đỏ']);
  expect(texts(synonyms, 'màu hòa')).toEqual(['màu hoà', 'màu đều']);
});

test('the longest word wins, none reaches across a pause, and meanings are not read again', () => {
  const synonyms = new Synonyms([oneWay('áo', 'a'), oneWay('áo gió', 'áo khoác'), oneWay('áo khoác', 'b')]);
  expect(texts(synonyms, 'áo gió')).toEqual(['áo khoác']);
  expect(texts(synonyms, 'áo, gió')).toEqual(['a, gió']);
});

test('a text full of synonyms has a bounded number of readings', () => {
  const synonyms = new Synonyms([twoWay('x', 'x1', 'x2', 'x3', 'x4', 'x5')]);
  expect(synonyms.readings('x '.repeat(100))).toHaveLength(MAX_READINGS);
});

test('each part of a reading knows the typed words that it stands for', () => {
  const [reading] = new Synonyms([oneWay('bèo', 'váy xòe'), oneWay('xinh xắn', 'đẹp')]).readings(
    'đầm bèo và xinh xắn nhé',
  );
  const typed = (part: string) => {
    const at = reading!.text.indexOf(part);
    const { start, end } = reading!.typed(at, at + part.length);
    return 'đầm bèo và xinh xắn nhé'.slice(start, end);
  };
  expect(reading!.text).toBe('đầm váy xòe và đẹp nhé');
  expect(['đầm', 'váy xòe', 'xòe', 'và', 'đẹp', 'nhé'].map(typed)).toEqual([
    ...['đầm', 'bèo', 'bèo', 'và'],
    ...['xinh xắn', 'nhé'],
  ]);
});
