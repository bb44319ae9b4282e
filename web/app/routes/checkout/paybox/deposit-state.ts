import type { useFetcher } from '@remix-run/react';
import type { Vnd } from 'contract/rules';

/** The state of a deposit. */
export type DepositState =
  | { step: 'input'; amount: Vnd; error?: string }
  | {
      step: 'payment';
      amount: Vnd;
      clientSecret: string;
      paymentIntentId: string;
      message?: string;
      /** The card was charged; the wallet may not be credited yet. */
      isCharged?: boolean;
      /** The balance after the wallet is credited. */
      balance?: Vnd;
    }
  | { step: 'success'; amount: Vnd; balance: Vnd };

/** The props of one step: its state, and the fetcher that moves on to the next. */
export type StepProps<Step> = {
  fetcher: ReturnType<typeof useFetcher<DepositState>>;
  state: Extract<DepositState, { step: Step }>;
};
