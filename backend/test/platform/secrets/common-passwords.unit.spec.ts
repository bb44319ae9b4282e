import { isCommonPassword } from '../../../src/platform/secrets/common-passwords.js';

test.each([
  '123456',
  'PassWord',
  'iloveyou',
  'matkhau',
  'MatKhau123',
  'anhyeuem',
  'matkhau@123',
  '123456789012',
  'q1w2e3r4t5y6',
  'admin@123456',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'matkhaumatkhau',
])('%s is among the passwords that are tried first', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  '',
  'thuyền-giấy-trôi-xa',
  'correct horse battery',
  'Xq7-vfW2mLpe',
  'toString',
  '__proto__',
  'a'.repeat(200),
])('%s is not on the list', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
