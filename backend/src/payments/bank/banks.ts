/** The BINs of the larger banks at NAPAS, for the names that shoppers look for in their apps. */
const BANKS: Record<string, string> = {
  970403: 'Sacombank',
  970405: 'Agribank',
  970407: 'Techcombank',
  970415: 'VietinBank',
  970416: 'ACB',
  970418: 'BIDV',
  970422: 'MB',
  970423: 'TPBank',
  970426: 'MSB',
  970429: 'SCB',
  970431: 'Eximbank',
  970432: 'VPBank',
  970436: 'Vietcombank',
  970437: 'HDBank',
  970440: 'SeABank',
  970441: 'VIB',
  970443: 'SHB',
  970448: 'OCB',
};

/** Returns a bank's name, or its BIN in words for one that is not in the list. */
export const bankName = (bin: string): string => BANKS[bin] ?? `Ngân hàng ${bin}`;
