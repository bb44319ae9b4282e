import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { User } from '../auth/user.entity.js';
import type { Config } from '../config.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { Order } from '../orders/order.entity.js';
import { RefundRequest } from '../orders/refund-request.entity.js';
import { Account } from '../ledger/account.entity.js';
import { PayboxModule } from '../paybox/paybox.module.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { AbandonedIntentsService } from './abandoned-intents.service.js';
import { CardPaymentsService } from './card-payments.service.js';
import { CardProvider } from './card-provider.js';
import { CardReturnsService } from './card-returns.service.js';
import { CatchUpService } from './catch-up.service.js';
import { CompleterService } from './completer.service.js';
import { DepositsController } from './deposits.controller.js';
import { DepositsService } from './deposits.service.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { PaymentsController } from './payments.controller.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { SettlementsService } from './settlements.service.js';
import { WebhooksService } from './webhooks.service.js';

/** Without a Stripe key, the sandbox stands in for the card provider. */
const sandbox = (config: Config) => (config.stripe ? [] : [SandboxModule]);

/** Money by card: for orders and into wallets. */
@Module({})
export class PaymentsModule {
  static with(config: Config): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [TypeOrmModule.forFeature([PaymentIntent]), AuthModule, PayboxModule, ...sandbox(config)],
      controllers: [PaymentsController, DepositsController],
      providers: [
        AbandonedIntentsService,
        CardProvider,
        CardPaymentsService,
        CardReturnsService,
        DepositsService,
        SettlementsService,
        WebhooksService,
      ],
    };
  }
}

/** The part of it that runs in the worker. */
@Module({})
export class PaymentsWorkerModule {
  static with(config: Config): DynamicModule {
    // What a settlement touches, and what those entities refer to.
    const entities = [PaymentIntent, Order, OrderItem, RefundRequest, User, Account, WalletTransaction];
    return {
      module: PaymentsWorkerModule,
      imports: [TypeOrmModule.forFeature(entities), ...sandbox(config)],
      providers: [
        CardProvider,
        CardReturnsService,
        SettlementsService,
        WebhooksService,
        CompleterService,
        CatchUpService,
      ],
    };
  }
}
