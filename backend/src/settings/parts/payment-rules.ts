import { COD_MAX_TOTAL, COD_PAYMENT_WINDOW, type Vnd } from '../../contract/rules.js';
import type { StatementRunner } from '../../platform/database/connections/pool-database.js';
import { readSetting } from '../settings.sql.js';

/** The row `payments` of the settings: the payment methods that the owner switches on. */
export interface PaymentRules {
  cod: { isOn: boolean; maxTotal: Vnd; windowMinutes: number };
  vietqr: { isOn: boolean; bankBin: string; accountNumber: string; accountName: string };
}

export const DEFAULT_PAYMENT_RULES: PaymentRules = {
  cod: { isOn: false, maxTotal: COD_MAX_TOTAL, windowMinutes: COD_PAYMENT_WINDOW },
  vietqr: { isOn: false, bankBin: '', accountNumber: '', accountName: '' },
};

/** Reads which payment methods the owner has switched on, and their terms. */
export async function paymentRules(db: StatementRunner): Promise<PaymentRules> {
  return { ...DEFAULT_PAYMENT_RULES, ...(await readSetting<Partial<PaymentRules>>(db, 'payments')) };
}
