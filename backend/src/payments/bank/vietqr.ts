import type { Vnd } from '../../contract/rules.js';

/** The recipient, the amount and the description of a transfer. */
interface QrTransfer {
  /** The bank's number at NAPAS, six digits. */
  bankBin: string;
  accountNumber: string;
  amount: Vnd;
  /** The transfer's description: at most 25 letters and digits. */
  code: string;
}

/** A data object: its id, the length of its value in two digits, its value. */
const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/**
 * Writes the text of a VietQR code for one transfer to an account: what banks' apps fill in when they scan it. The format is
 * EMVCo's "QR Code Specification for Payment Systems: Merchant-Presented Mode" 1.1, with the template of NAPAS in tag 38
 * ("VietQR format specification" 1.5.2: GUID A000000727, service QRIBFTTA for a transfer to an account).
 */
export function vietqrText({ bankBin, accountNumber, amount, code }: QrTransfer): string {
  const beneficiary = field('00', bankBin) + field('01', accountNumber);
  const text = [
    field('00', '01'),
    // Used once: the amount and the description are of this order.
    field('01', '12'),
    field('38', field('00', 'A000000727') + field('01', beneficiary) + field('02', 'QRIBFTTA')),
    field('53', '704'),
    field('54', String(amount)),
    field('58', 'VN'),
    field('62', field('08', code)),
    // The checksum covers its own id and length.
    '6304',
  ].join('');
  return text + checksum(text);
}

/**
 * CRC-16 of a text in four hexadecimal digits, with the polynomial 0x1021 and the initial value 0xFFFF (ISO/IEC 13239 as EMVCo
 * 4.7.3 asks for it, also known as CRC-16/CCITT-FALSE).
 * @param text of ASCII characters
 */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
