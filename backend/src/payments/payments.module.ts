import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailContents } from '../mail/mail-contents.js';
import { MailWorkerModule } from '../mail/mail.module.js';
import { loadDepositMail } from './deposit-mail.js';
import { AuthModule } from '../auth/auth.module.js';
import { User } from '../auth/users/user.entity.js';
import type { Config } from '../platform/config/config.js';
import { OrderItem } from '../orders/order/order-item.entity.js';
import { Order } from '../orders/order/order.entity.js';
import { RefundRequest } from '../orders/order/refund-request.entity.js';
import { Account } from '../ledger/account.entity.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PayboxModule } from '../paybox/paybox.module.js';
import { Transfer } from '../ledger/transfer.entity.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { SavedBankTransfer } from './bank/bank-transfer.entity.js';
import { BankTransfersController } from './bank/bank-transfers.controller.js';
import { BankWebhookController } from './bank/bank-webhook.controller.js';
import { BankTransfersService } from './bank/bank-transfers.service.js';
import { BankWebhookService } from './bank/bank-webhook.service.js';
import { TransferInstructionsService } from './bank/transfer-instructions.service.js';
import { TransferInstructionsController } from './bank/transfer-instructions.controller.js';
import { BankWebhookSecretService } from './bank/bank-webhook-secret.service.js';
import { CashController } from './cash/cash.controller.js';
import { CashService } from './cash/cash.service.js';
import { CardPaymentsService } from './intents/card-payments.service.js';
import { CardProvider } from './provider/card-provider.js';
import { StripeCardProvider } from './provider/stripe-card-provider.js';
import { ChargebacksService } from './chargebacks/chargebacks.service.js';
import { SavedChargeback } from './chargebacks/chargeback.entity.js';
import { BackfillPosition } from './provider-events/event-backfill.entity.js';
import { ProviderEvent } from './provider-events/provider-event.entity.js';
import { EventBackfill } from './provider-events/event-backfill.service.js';
import { PaymentReconciler } from './reconciler/payment-reconciler.service.js';
import { DepositsController } from './intents/deposits.controller.js';
import { DepositsService } from './intents/deposits.service.js';
import { PaymentIntent } from './intents/payment-intent.entity.js';
import { PaymentsController } from './payments.controller.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { SettlementsService } from './intents/settlements.service.js';
import { ProviderEventsService } from './provider-events/provider-events.service.js';
import { PersonalRecordsRegistry } from '../auth/personal-data/personal-records.js';
import { PAYMENT_RECORDS } from './personal-records.sql.js';

const PAYMENT_ENTITIES = [PaymentIntent, SavedChargeback, SavedBankTransfer, ProviderEvent, BackfillPosition];

/** The provider that charges the cards: another one is another class here. */
const CARD_PROVIDER = { provide: CardProvider, useClass: StripeCardProvider };

/** Without a Stripe key, the sandbox stands in for the card provider. */
const sandbox = (config: Config) => (config.stripe ? [] : [SandboxModule]);

/** Payments from outside the shop: by card for orders and deposits, in cash and by bank transfer for orders. */
@Module({})
export class PaymentsModule {
  constructor(records: PersonalRecordsRegistry) {
    records.register(PAYMENT_RECORDS);
  }

  static with(config: Config): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [TypeOrmModule.forFeature(PAYMENT_ENTITIES), AuthModule, OrdersModule, PayboxModule, ...sandbox(config)],
      controllers: [
        PaymentsController,
        DepositsController,
        CashController,
        TransferInstructionsController,
        BankTransfersController,
        BankWebhookController,
      ],
      providers: [
        BankTransfersService,
        BankWebhookService,
        CARD_PROVIDER,
        CardPaymentsService,
        CashService,
        ChargebacksService,
        DepositsService,
        SettlementsService,
        TransferInstructionsService,
        BankWebhookSecretService,
        ProviderEventsService,
      ],
    };
  }
}

/** The payment reconciler, the event backfill and the mail about deposits, in the worker. */
@Module({})
export class PaymentsWorkerModule {
  constructor(mails: MailContents) {
    mails.register(['deposit'], loadDepositMail);
  }

  static with(config: Config): DynamicModule {
    // The entities that a settlement writes, and those they refer to.
    const settled = [Order, OrderItem, RefundRequest, User, Account, Transfer, WalletTransaction];
    return {
      module: PaymentsWorkerModule,
      imports: [TypeOrmModule.forFeature([...PAYMENT_ENTITIES, ...settled]), MailWorkerModule, ...sandbox(config)],
      providers: [
        CARD_PROVIDER,
        ChargebacksService,
        SettlementsService,
        ProviderEventsService,
        PaymentReconciler,
        EventBackfill,
      ],
    };
  }
}
