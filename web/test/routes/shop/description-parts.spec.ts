import { splitDescription } from '~/routes/shop/product/description-parts';

const whole = ({ lead, rest }: { lead: string; rest: string }) => `${lead} ${rest}`.replace(/…|\s/g, '');

test('a short description is the lead alone', () => {
  expect(splitDescription(' Vải mềm. Mặc mát. ')).toEqual({ lead: 'Vải mềm. Mặc mát.', rest: '' });
  expect(splitDescription('')).toEqual({ lead: '', rest: '' });
});

test('the lead ends with a sentence, and the rest begins with the next one', () => {
  expect(splitDescription('Vải mềm. Mặc mát. Giặt máy được.', 20)).toEqual({
    lead: 'Vải mềm. Mặc mát.',
    rest: 'Giặt máy được.',
  });
});

test('the lead ends with the first line', () => {
  expect(splitDescription('Vải mềm\nMặc mát.\nGiặt máy.', 200)).toEqual({
    lead: 'Vải mềm',
    rest: 'Mặc mát.\nGiặt máy.',
  });
});

test('a first sentence that is too long is cut between two words and goes on', () => {
  const { lead, rest } = splitDescription('Một câu rất dài không có dấu chấm nào cả', 20);
  expect([lead, rest]).toEqual(['Một câu rất dài…', '…không có dấu chấm nào cả']);
});

test.each([
  'Vải mềm. Mặc mát. Giặt máy được, phơi nhanh khô. '.repeat(12),
  'chữ'.repeat(200),
  'Dòng một.\n\n• Ý hai\n• Ý ba rất dài '.repeat(9),
  'Giá 1.250.000đ mỗi chiếc, cao 1.65 m vẫn mặc được '.repeat(6),
])('no word is lost or said twice: %#', (description) => {
  expect(whole(splitDescription(description))).toBe(description.replace(/\s/g, ''));
});
