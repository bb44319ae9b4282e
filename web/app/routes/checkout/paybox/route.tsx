import {
  Link,
  replace,
  useLoaderData,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { DEPOSIT_STEP, MAX_CARD_CHARGE, MIN_DEPOSIT, TEXTS, type Vnd } from 'contract/rules';
import { BadgePercent, Headset, Zap } from 'lucide-react';
import { sentenceOf } from '~/api/http/client';
import { confirmDeposit, deposit } from '~/api/paybox';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { Deposit } from './deposit';
import { privatePage } from '~/components/shop/page-title';
import { Transactions } from './transactions';
import { WalletCard } from './wallet-card';
import { debtSentence, loadTransactions, loadWallet } from '~/features/wallet/wallet-data';
import { buttonStyle } from '~/components/form/button';
import { Alert } from '~/components/feedback/alert';
import { textOf } from '~/components/form/form-text';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Tabs } from '~/components/display/tabs';
import { toast } from '~/components/feedback/toast';
import type { DepositState } from './deposit-state';

export const meta = privatePage('Ví Paybox');

const NOT_CONFIRMED = 'Có lỗi xảy ra khi xác nhận giao dịch. Vui lòng liên hệ hỗ trợ.';
/** The failure after a redirect from another site, where no card form is shown that the message could belong to. */
const NOT_CREDITED = `Không thể xác nhận nạp tiền: ${NOT_CONFIRMED}`;
const DEPOSITED = 'Nạp tiền thành công!';
const RECENT = 5;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireShopper(request);
  await finishReturn(new URL(request.url).searchParams);
  const [wallet, transactions] = await Promise.all([loadWallet(), loadTransactions()]);
  return { ...wallet, ...transactions };
}
clientLoader.hydrate = true as const;

/** Changing the tab only changes the URL. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined || currentUrl.search === nextUrl.search;

/** Completes a deposit by a card method that redirected to another site and returns with its charge in the URL. */
async function finishReturn(params: URLSearchParams) {
  const intent = params.get('payment_intent');
  if (!intent) return;
  if (params.get('redirect_status') !== 'succeeded') {
    toast('Có lỗi xảy ra trong quá trình thanh toán.', { tone: 'danger' });
    throw replace('/paybox?tab=deposit');
  }
  try {
    await confirmDeposit(intent);
    toast(DEPOSITED);
  } catch {
    toast(NOT_CREDITED, { tone: 'danger' });
  }
  throw replace('/paybox?tab=history');
}

/** Moves a deposit to its next step. */
export async function clientAction({ request }: ClientActionFunctionArgs): Promise<DepositState> {
  const form = await request.formData();
  const amount = Number(textOf(form, 'amount'));
  switch (textOf(form, 'intent')) {
    case 'deposit':
      return begin(amount);
    case 'confirm':
      return confirm(amount, textOf(form, 'clientSecret'), textOf(form, 'paymentIntentId'));
    case 'finish':
      return { step: 'success', amount, balance: Number(textOf(form, 'balance')) };
    default:
      return { step: 'input', amount };
  }
}

async function begin(amount: Vnd): Promise<DepositState> {
  if (!Number.isSafeInteger(amount) || amount < MIN_DEPOSIT) return { step: 'input', amount, error: TEXTS.minDeposit };
  if (amount > MAX_CARD_CHARGE) return { step: 'input', amount, error: 'Số tiền nạp tối đa là 99.999.999 VND' };
  try {
    const { clientSecret, paymentIntentId } = await deposit(amount);
    if (!clientSecret) return { step: 'input', amount, error: 'Không nhận được client secret từ server' };
    return { step: 'payment', amount, clientSecret, paymentIntentId };
  } catch (error) {
    return { step: 'input', amount, error: sentenceOf(error, 'Không thể tạo yêu cầu nạp tiền. Vui lòng thử lại.') };
  }
}

async function confirm(amount: Vnd, clientSecret: string, paymentIntentId: string): Promise<DepositState> {
  const charged = { step: 'payment', amount, clientSecret, paymentIntentId, isCharged: true } as const;
  try {
    const { balance } = await confirmDeposit(paymentIntentId);
    return { ...charged, message: DEPOSITED, balance };
  } catch {
    return { ...charged, message: NOT_CONFIRMED };
  }
}

export const HydrateFallback = Waiting;

export default function Paybox() {
  const { wallet, walletError, transactions, transactionsError } = useLoaderData<typeof clientLoader>();
  const [params, setParams] = useSearchParams();
  const tabs = [
    {
      id: 'overview',
      label: 'Tổng quan',
      content: (
        <div className="grid gap-8">
          <div className="flex flex-wrap items-end gap-6">
            {wallet ? <WalletCard wallet={wallet} /> : <RetryAlert>{walletError}</RetryAlert>}
            <Link to="?tab=deposit" preventScrollReset className={buttonStyle({ size: 'lg' })}>
              Nạp tiền
            </Link>
          </div>
          <section className="grid gap-3">
            <h2 className="text-lg">Giao dịch gần đây</h2>
            <Transactions transactions={transactions.slice(0, RECENT)} error={transactionsError} />
          </section>
        </div>
      ),
    },
    {
      id: 'deposit',
      label: 'Nạp tiền',
      content: (
        <div className="grid items-start gap-8 xl:grid-cols-[1fr_18rem]">
          <Deposit
            isLocked={wallet?.is_active === false}
            initialAmount={amountOf(params.get('amount'))}
            forOrder={Number(params.get('order')) || undefined}
          />
          <Instructions />
        </div>
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
          {wallet && wallet.owed > 0 && <Alert tone="warning">{debtSentence(wallet.owed)}</Alert>}
          <Tabs
            label="Ví Paybox"
            tabs={tabs}
            active={tabs.find(({ id }) => id === tabParam)?.id ?? 'overview'}
            onChange={(tab) =>
              setParams(
                (current) => {
                  current.set('tab', tab);
                  return current;
                },
                { replace: true, preventScrollReset: true },
              )
            }
          />
        </div>
        <Promises />
      </div>
    </main>
  );
}

function Instructions() {
  return (
    <section className="max-w-lg rounded-lg bg-sand p-5">
      <h2 className="text-base">Hướng dẫn nạp tiền</h2>
      <ol className="mt-2 list-decimal space-y-1 pl-5 text-sm text-muted marker:text-ink">
        <li>Nhập hoặc chọn số tiền muốn nạp, ít nhất 10.000 VND.</li>
        <li>Nhập thông tin thẻ rồi bấm nạp.</li>
        <li>Số dư được cộng ngay khi thẻ được chấp nhận.</li>
      </ol>
    </section>
  );
}

const PROMISES = [
  { icon: Zap, title: 'Thanh toán nhanh', text: 'Trả tiền đơn hàng bằng một lần bấm, không cần nhập thẻ.' },
  { icon: BadgePercent, title: 'Không phí giao dịch', text: 'Nạp và thanh toán đều miễn phí.' },
  { icon: Headset, title: 'Hỗ trợ 24/7', text: 'Luôn có người trả lời khi bạn cần.' },
] as const;

function Promises() {
  return (
    <aside aria-label="Vì sao dùng Paybox" className="grid content-start gap-3 sm:max-lg:grid-cols-3">
      {PROMISES.map(({ icon: Icon, title, text }) => (
        <div key={title} className="rounded-lg border border-line bg-surface p-5">
          <Icon aria-hidden="true" className="size-6 stroke-[1.5] text-accent" />
          <h2 className="mt-3 text-base">{title}</h2>
          <p className="mt-1 text-sm text-muted">{text}</p>
        </div>
      ))}
    </aside>
  );
}

/** The amount in the URL, rounded up to the form's step and at least its minimum; undefined for the shop's default. */
function amountOf(text: string | null): Vnd | undefined {
  const amount = Math.ceil(Number(text) / DEPOSIT_STEP) * DEPOSIT_STEP;
  return amount > 0 && amount <= MAX_CARD_CHARGE ? Math.max(amount, MIN_DEPOSIT) : undefined;
}
