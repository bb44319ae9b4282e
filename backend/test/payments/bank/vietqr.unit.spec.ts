import { checksum, vietqrText } from '../../../src/payments/bank/vietqr.js';

// Computed with Python's `binascii.crc_hqx(text, 0xFFFF)`.
test.each([
  // The check value that catalogues of checksums give for CRC-16/CCITT-FALSE.
  ['123456789', '29B1'],
  // The example of NAPAS's specification for a transfer to an account, with an amount.
  [
    '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang6304',
    '2E2E',
  ],
])('the checksum of %s is %s', (text, sum) => {
  expect(checksum(text)).toBe(sum);
});

// The first is published with an encoder for Go (github.com/subiz/vietqr), the others were written field by field in Python.
test.each([
  [
    { bankBin: '970415', accountNumber: '0011001932418', amount: 120_000, code: 'ung ho lu lut' },
    '00020101021238570010A00000072701270006970415011300110019324180208QRIBFTTA530370454061200005802VN62170813ung ho lu lut6304C15C',
  ],
  [
    { bankBin: '970436', accountNumber: '0123456789', amount: 105_000, code: 'DH7K3QD0XW9RVM' },
    '00020101021238540010A00000072701240006970436011001234567890208QRIBFTTA530370454061050005802VN62180814DH7K3QD0XW9RVM63042D96',
  ],
  [
    { bankBin: '970422', accountNumber: 'VQRQ0001abcd', amount: 499_999_999, code: 'DH000000000000' },
    '00020101021238560010A000000727012600069704220112VQRQ0001abcd0208QRIBFTTA530370454094999999995802VN62180814DH0000000000006304A813',
  ],
])('a transfer is written as its vector says: %j', (transfer, text) => {
  expect(vietqrText(transfer)).toBe(text);
});
