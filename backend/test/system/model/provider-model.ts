import type { Answer, Call, ProviderEvent } from './calls.js';
import { Refused, refuseIf } from './refused.js';

export interface Intent {
  by: number;
  /** Null for a deposit. */
  order: number | null;
  amount: number;
  state: 'waiting' | 'charged' | 'canceled';
  isBooked: boolean;
  /** Whether its money paid the order; otherwise it is in the wallet. */
  isSale: boolean;
  /** When the payment reconciler last checked it; 0 for never. */
  checkedAt: number;
}

/** A refund made at the card provider, or a cardholder's dispute. */
export interface Chargeback {
  is: 'refund' | 'dispute';
  intent: number;
  amount: number;
  status: 'succeeded' | 'failed' | 'inquiry' | 'inquiry closed' | 'open' | 'lost' | 'won';
  /** The shop's stage of it, see `ChargebackStage`; `unknown` until the shop has read it. */
  stage: 'unknown' | 'pending' | 'funds_withdrawn' | 'lost' | 'void' | 'funds_reinstated';
  /** How much of it was taken from the order. */
  ofSale: number;
}

const EVIDENCE = { winning: 'won', losing: 'lost' } as const;

/** The card provider's part of the model: what happens there, and the events of it. */
export abstract class ProviderModel {
  readonly intents: Intent[] = [];
  readonly refunds: Chargeback[] = [];
  readonly disputes: Chargeback[] = [];
  /** Oldest first. */
  readonly events: ProviderEvent[] = [];

  protected newIntent(intent: Pick<Intent, 'by' | 'order' | 'amount'>): number {
    this.intents.push({ ...intent, state: 'waiting', isBooked: false, isSale: false, checkedAt: 0 });
    return this.intents.length - 1;
  }

  protected chargeCard({ intent: place, card }: Call & { do: 'charge card' }): Answer {
    const intent = this.intents[place];
    if (!intent) throw new Refused(404);
    refuseIf(intent.state !== 'waiting', 400);
    const isAccepted = card === 'pm_card_visa';
    if (isAccepted) intent.state = 'charged';
    this.happened(place, `payment_intent.${isAccepted ? 'succeeded' : 'payment_failed'}`);
    return { status: isAccepted ? 200 : 402 };
  }

  protected refundAtProvider({ intent, amount }: Call & { do: 'refund at provider' }): Answer {
    const refunded = this.refunds.filter((one) => one.intent === intent && one.status !== 'failed');
    const left = this.charged(intent).amount - refunded.reduce((sum, one) => sum + one.amount, 0);
    refuseIf(left === 0 || (amount ?? 0) > left, 400);
    this.refunds.push({
      is: 'refund',
      intent,
      amount: amount ?? left,
      status: 'succeeded',
      stage: 'unknown',
      ofSale: 0,
    });
    return this.happened(intent, 'refund.created', 'charge.refunded');
  }

  protected failRefund({ refund: place }: Call & { do: 'fail refund' }): Answer {
    const refund = this.refunds[place];
    if (!refund) throw new Refused(404);
    refund.status = 'failed';
    return this.happened(refund.intent, 'refund.updated', 'refund.failed');
  }

  protected dispute({ intent, amount, isInquiry }: Call & { do: 'dispute' }): Answer {
    const whole = this.charged(intent).amount;
    const status = isInquiry ? 'inquiry' : 'open';
    this.disputes.push({ is: 'dispute', intent, amount: amount ?? whole, status, stage: 'unknown', ofSale: 0 });
    const withdrawn = isInquiry ? [] : ['charge.dispute.funds_withdrawn'];
    return this.happened(intent, 'charge.dispute.created', ...withdrawn);
  }

  /** An inquiry ends without money, or becomes a dispute; one that was lost can still be won, by an appeal. */
  protected decide({ dispute: place, evidence }: Call & { do: 'decide dispute' }): Answer {
    const dispute = this.disputes[place];
    if (!dispute) throw new Refused(404);
    const { status, intent } = dispute;
    refuseIf(status === 'won' || status === 'inquiry closed', 400);
    if (status === 'inquiry') {
      dispute.status = evidence === 'escalate_inquiry' ? 'open' : 'inquiry closed';
      return this.happened(intent, `charge.dispute.${evidence === 'escalate_inquiry' ? 'funds_withdrawn' : 'closed'}`);
    }
    if (evidence === 'escalate_inquiry' || EVIDENCE[evidence] === status) return { status: 200 };
    dispute.status = EVIDENCE[evidence];
    const reinstated = evidence === 'winning' ? ['charge.dispute.funds_reinstated'] : [];
    return this.happened(intent, 'charge.dispute.closed', ...reinstated);
  }

  /** Adds events. */
  protected happened(intent: number, ...types: string[]): Answer {
    for (const type of types) {
      const nth = this.events.filter((event) => event.intent === intent && event.type === type).length;
      this.events.push({ intent, type, nth });
    }
    return { status: 200 };
  }

  private charged(place: number): Intent {
    const intent = this.intents[place];
    if (!intent) throw new Refused(404);
    refuseIf(intent.state !== 'charged', 400);
    return intent;
  }
}

/** Whether an event is about a refund or a dispute. */
export const isAboutChargebacks = ({ type }: ProviderEvent): boolean => !type.startsWith('payment_intent.');
