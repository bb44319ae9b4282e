import {
  Link,
  useLoaderData,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { MAX_CARD_CHARGE, MIN_DEPOSIT, type Vnd } from 'contract/rules';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { finishReturn, nextDepositState } from './deposit-actions';
import { Promises } from './paybox-info';
import { privatePage } from '~/components/shop/page-title';
import { Transactions } from './transactions';
import { WalletCard } from './wallet-card';
import { debtSentence, loadTransactions, loadWallet } from '~/features/wallet/wallet-data';
import { Alert } from '~/components/feedback/alert';
import { FailedPart } from '~/components/feedback/failed-part';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Tabs } from '~/components/display/tabs';
import { buttonStyle } from '~/components/form/button';
import { Skeleton } from '~/components/feedback/skeleton';
import { useModule } from '~/lib/use-module';
import type { DepositState } from './deposit-state';
import type { DepositTab } from './deposit-tab';

export const meta = privatePage('Ví Paybox');

const RECENT = 5;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireShopper(request);
  const isUnconfirmed = await finishReturn(new URL(request.url).searchParams);
  const [wallet, transactions] = await Promise.all([loadWallet(), loadTransactions()]);
  return { isUnconfirmed, ...wallet, ...transactions };
}
clientLoader.hydrate = true as const;

/** Changing the tab only changes the URL. A form loads nothing while an earlier deposit in the URL waits for "Thử lại", which leads away. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined ? currentUrl.search === nextUrl.search : !currentUrl.searchParams.has('payment_intent');

/** Moves a deposit to its next step. */
export async function clientAction({ request }: ClientActionFunctionArgs): Promise<DepositState> {
  return nextDepositState(await request.formData());
}

export const HydrateFallback = Waiting;

export default function PayboxPage() {
  const { isUnconfirmed, wallet, transactions, transactionsError } = useLoaderData<typeof clientLoader>();
  const [params, setParams] = useSearchParams();
  const tabs = [
    { id: 'overview', label: 'Tổng quan', content: <Overview toDeposit={`?${withParam(params, 'tab', 'deposit')}`} /> },
    {
      id: 'deposit',
      label: 'Nạp tiền',
      content: (
        <LoadedDepositTab
          isLocked={wallet?.is_active === false}
          initialAmount={amountOf(params.get('amount'))}
          forOrder={Number(params.get('order')) || undefined}
          onAmount={(amount) =>
            setParams((current) => withParam(current, 'amount', String(amount)), {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      ),
    },
    {
      id: 'history',
      label: 'Lịch sử',
      content: <Transactions transactions={transactions} error={transactionsError} />,
    },
  ];
  const tabParam = params.get('tab');
  return (
    <main id="main" className="page py-6 lg:pb-16">
      <h1 className="mb-4 text-2xl">Ví Paybox</h1>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_20rem]">
        <div className="grid min-w-0 content-start gap-4">
          {isUnconfirmed && (
            <RetryAlert>
              Chưa xác nhận được lần nạp tiền vừa rồi. Bạn cứ bấm “Thử lại”: thẻ không bị trừ tiền hai lần.
            </RetryAlert>
          )}
          {wallet && wallet.owed > 0 && <Alert tone="warning">{debtSentence(wallet.owed)}</Alert>}
          <Tabs
            label="Ví Paybox"
            tabs={tabs}
            active={tabs.find(({ id }) => id === tabParam)?.id ?? 'overview'}
            onChange={(tab) =>
              setParams((current) => withParam(current, 'tab', tab), { replace: true, preventScrollReset: true })
            }
          />
        </div>
        <Promises />
      </div>
    </main>
  );
}

/** The balance, and the latest transactions. */
function Overview({ toDeposit }: { toDeposit: string }) {
  const { wallet, walletError, transactions, transactionsError } = useLoaderData<typeof clientLoader>();
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end gap-6">
        {wallet ? <WalletCard wallet={wallet} /> : <RetryAlert>{walletError}</RetryAlert>}
        <Link
          to={toDeposit}
          preventScrollReset
          onPointerEnter={() => void loadDepositTab().catch(() => {})}
          className={buttonStyle({ size: 'lg' })}
        >
          Nạp tiền
        </Link>
      </div>
      <section className="grid gap-3">
        <h2 className="text-lg">Giao dịch gần đây</h2>
        <Transactions transactions={transactions.slice(0, RECENT)} error={transactionsError} />
      </section>
    </div>
  );
}

function withParam(params: URLSearchParams, name: 'tab' | 'amount', value: string) {
  const next = new URLSearchParams(params);
  next.set(name, value);
  return next;
}

const loadDepositTab = () => import('./deposit-tab');

function LoadedDepositTab(props: Parameters<typeof DepositTab>[0]) {
  const { module, hasFailed, isStuck, retry } = useModule(loadDepositTab);
  if (module) return <module.DepositTab {...props} />;
  if (!hasFailed) return <Skeleton className="h-64 w-full max-w-lg" />;
  return (
    <FailedPart onRetry={retry} isStuck={isStuck}>
      Không thể mở biểu mẫu nạp tiền.
    </FailedPart>
  );
}

/** The amount in the URL, at least the form's minimum; undefined for the shop's default. */
function amountOf(text: string | null): Vnd | undefined {
  const amount = Math.ceil(Number(text));
  return amount > 0 && amount <= MAX_CARD_CHARGE ? Math.max(amount, MIN_DEPOSIT) : undefined;
}
