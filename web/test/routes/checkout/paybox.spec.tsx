import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CardFormProps } from '~/features/checkout/card/card-field';
import * as paybox from '~/routes/checkout/paybox/route';
import { BROKEN, fakeApi } from '../../support/api';
import { signedIn, transaction, wallet } from '../../support/given';
import { doublePress, openShop, press } from '../../support/shop-pages';

/** The provider's form has a test of its own; here it says what it would say of each error, and charges at a press. */
jest.mock('~/features/checkout/card/card-field', () => ({
  __esModule: true,
  default: ({ label, texts, returnPath, onCharged, onCancel }: CardFormProps) => (
    <>
      <p data-testid="back">{returnPath}</p>
      <p>{texts.refused({ type: 'card_error', message: 'Thẻ của bạn bị từ chối.' })}</p>
      {[texts.refused({ type: 'api_error' }), texts.unsuccessful, texts.unavailable].map((text, i) => (
        <p key={i} data-testid="otherwise">
          {text}
        </p>
      ))}
      <button onClick={() => onCharged('pi_1')}>{label}</button>
      <button onClick={onCancel}>Hủy</button>
    </>
  ),
}));

let api: ReturnType<typeof fakeApi>;
/** What was brought to the screen. */
let shown: (string | null)[];

beforeEach(() => {
  shown = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this.textContent);
  };
  signedIn();
  api = fakeApi({
    'GET /api/paybox/wallet/': { body: wallet() },
    'GET /api/paybox/transactions/': { body: [] },
    'POST /api/paybox/deposit/': { body: { clientSecret: 'pi_1_secret_x', paymentIntentId: 'pi_1' } },
    'POST /api/paybox/deposit/confirm/': { body: wallet({ balance: 700_000 }) },
  });
});

const open = (address = '/paybox') => openShop({ paybox }, address);
const amount = () => screen.findByRole('spinbutton', { name: /^Số tiền/ });

test('a guest is redirected to the sign-in page', async () => {
  localStorage.clear();
  open();
  expect(await screen.findByText('/login?redirect=/paybox', { selector: 'output' })).toBeInTheDocument();
});

test('the overview shows balance, state and owner', async () => {
  open();
  const card = within(await screen.findByRole('region', { name: 'Ví Paybox' }));
  expect(card.getByText('500.000 VND')).toBeVisible();
  expect(card.getByText('Đang hoạt động')).toBeVisible();
  expect(card.getByText('lan')).toBeVisible();
});

test.each(['overview', 'deposit', 'history'])('a debt is shown on %s with its reason', async (tab) => {
  api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ balance: 0, owed: 35_000 }) } });
  open(`/paybox?tab=${tab}`);
  expect(await screen.findByText(/^Bạn còn nợ 35.000 VND.*trả về thẻ.*trả khoản này trước/)).toBeVisible();
});

test('without a debt no notice is shown', async () => {
  open();
  await screen.findByRole('region', { name: 'Ví Paybox' });
  expect(screen.queryByText(/nợ/)).toBeNull();
});

test('a locked wallet says so and takes no deposit', async () => {
  api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ is_active: false }) } });
  open('/paybox?tab=deposit');
  expect(await screen.findByText(/^Ví đang tạm khóa nên chưa thể nạp thêm tiền/)).toBeVisible();
  expect(await amount()).toBeDisabled();
  expect(screen.getByRole('button', { name: '50.000đ' })).toBeDisabled();
  expect(screen.getByRole('button', { name: /^Tiếp tục/ })).toBeDisabled();
  await userEvent.click(screen.getByRole('tab', { name: 'Tổng quan' }));
  expect(await screen.findByText('Tạm khóa')).toBeVisible();
});

test('a wallet whose first request answers 401 and whose retry succeeds shows no error', async () => {
  let callCount = 0;
  api.answer({ 'GET /api/paybox/wallet/': () => (++callCount === 1 ? { status: 401 } : { body: wallet() }) });
  open();
  expect(await screen.findByText('500.000 VND', {}, { timeout: 3_000 })).toBeVisible();
  expect(screen.queryByText('Vui lòng đăng nhập lại')).toBeNull();
});

test.each([
  ['COMPLETED', 'Hoàn tất'],
  ['PENDING', 'Đang chờ'],
  ['FAILED', 'Thất bại'],
  ['CANCELLED', 'Đã hủy'],
] as const)('a line that is %s says %s', async (status, word) => {
  api.answer({ 'GET /api/paybox/transactions/': { body: [transaction({ status })] } });
  open('/paybox?tab=history');
  const panel = await screen.findByRole('tabpanel', { name: 'Lịch sử' });
  expect(within(panel).getByText(word)).toBeVisible();
});

test('a wallet without transactions shows an empty state', async () => {
  open('/paybox?tab=history');
  const panel = await screen.findByRole('tabpanel', { name: 'Lịch sử' });
  expect(within(panel).getByText('Chưa có giao dịch nào')).toBeVisible();
});

test.each([
  [403, 'Không có quyền truy cập'],
  [500, 'Không thể tải thông tin ví: Dịch vụ tạm thời gián đoạn. Vui lòng thử lại sau ít phút.'],
])('a wallet request that answers %i shows %s', async (status, sentence) => {
  api.answer({ 'GET /api/paybox/wallet/': { status }, 'GET /api/paybox/transactions/': { status } });
  open();
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getAllByText('Không thể tải lịch sử giao dịch')[0]).toBeVisible();
});

test('a missing wallet shows a message', async () => {
  api.answer({ 'GET /api/paybox/wallet/': { status: 204 } });
  open();
  expect(await screen.findByText('Không tìm thấy thông tin ví')).toBeVisible();
  api.answer({ 'GET /api/paybox/wallet/': { body: wallet() } });
  await press('Thử lại');
  expect(await screen.findByText('500.000 VND')).toBeVisible();
});

test('a wallet request that answers 401 is retried after half a second', async () => {
  api.answer({ 'GET /api/paybox/wallet/': { status: 401 } });
  open();
  expect(await screen.findByText('Vui lòng đăng nhập lại', {}, { timeout: 3_000 })).toBeVisible();
  expect(api.to('GET /api/paybox/wallet/')).toHaveLength(2);
});

test('the history shows direction, state and the balance after', async () => {
  api.answer({
    'GET /api/paybox/transactions/': {
      body: [
        transaction({ id: 4, amount: 90_000, status: 'PENDING', balance_after: null }),
        transaction({
          id: 3,
          transaction_type: 'TRANSFER',
          is_incoming: false,
          amount: 10_000,
          balance_after: 290_000,
        }),
        transaction({
          id: 2,
          transaction_type: 'PAYMENT',
          is_incoming: false,
          amount: 200_000,
          balance_after: 300_000,
          description: 'Thanh toán đơn hàng #31',
          order_info: { id: 31 },
        }),
        transaction(),
      ],
    },
  });
  open('/paybox?tab=history');
  const panel = await screen.findByRole('tabpanel', { name: 'Lịch sử' });
  const lines = within(panel)
    .getAllByRole('listitem')
    .map((line) => line.textContent);
  expect(lines[0]).toMatch(/Đang chờ.*\+90\.000 VND/);
  expect(lines[1]).toContain('−10.000 VND');
  expect(lines[2]).toMatch(/−200\.000 VND.*Số dư 300\.000 VND/);
  expect(lines[3]).toMatch(/\+500\.000 VND.*Số dư 500\.000 VND/);
  expect(within(panel).getByRole('link')).toHaveAttribute('href', '/orders/31');
});

/** A refund, a deposit that waits, what a card took back, a payment; then the deposit comes, as the line that it was. */
const COMPLETED_LATE = [
  transaction({ id: 5, transaction_type: 'PAYMENT', is_incoming: false, amount: 350_000, balance_after: 50_000 }),
  transaction({ id: 4, transaction_type: 'TRANSFER', is_incoming: false, amount: 100_000, balance_after: 400_000 }),
  transaction({ id: 3, amount: 50_000, balance_after: 100_000 }),
  transaction({ id: 2, transaction_type: 'REFUND', amount: 500_000, balance_after: 500_000 }),
];

test('the history shows a debit as such, whatever the previous balance', async () => {
  api.answer({ 'GET /api/paybox/transactions/': { body: COMPLETED_LATE } });
  open('/paybox?tab=history');
  const lines = within(await screen.findByRole('tabpanel', { name: 'Lịch sử' })).getAllByRole('listitem');
  const signs = lines.map(({ textContent }) => /[+−][\d.]+ VND/.exec(textContent ?? '')?.[0]);
  expect(signs).toEqual(['−350.000 VND', '−100.000 VND', '+50.000 VND', '+500.000 VND']);
});

test('the overview shows a debit as such, on its last line too', async () => {
  const newer = [10, 9, 8, 7].map((id) => transaction({ id, amount: 10_000, balance_after: 400_000 }));
  api.answer({ 'GET /api/paybox/transactions/': { body: [...newer, ...COMPLETED_LATE.slice(1)] } });
  open();
  const recent = within(await screen.findByRole('tabpanel', { name: 'Tổng quan' })).getAllByRole('listitem');
  expect(recent).toHaveLength(5);
  expect(recent[4]).toHaveTextContent('−100.000 VND');
});

describe('a top-up', () => {
  const DONE = 'Nạp tiền thành công!';

  test('starts at 100.000 and is rejected below 10.000 beside the field', async () => {
    open('/paybox?tab=deposit');
    expect(await amount()).toHaveValue(100_000);
    await userEvent.clear(await amount());
    await userEvent.type(await amount(), '9999');
    await press(/^Tiếp tục/);
    expect(await screen.findByText('Số tiền nạp tối thiểu là 10.000 VND')).toBeVisible();
    await waitFor(async () => expect(await amount()).toHaveFocus());
    expect(await amount()).toHaveValue(9_999);
    expect(api.to('POST /api/paybox/deposit/')).toEqual([]);
  });

  test('reads an amount with the points of thousands, typed or pasted', async () => {
    open('/paybox?tab=deposit');
    await userEvent.clear(await amount());
    await userEvent.type(await amount(), '50.000');
    expect(screen.getByRole('button', { name: 'Tiếp tục · 50.000 VND' })).toBeVisible();
    await userEvent.paste('1.000.000');
    expect(screen.getByRole('button', { name: 'Tiếp tục · 1.000.000 VND' })).toBeVisible();
  });

  test.each(['250.000,00', '250,000.00', '250.000,5 đ', '250.000 VND', 'VND250000', 'đ250.000', ' 250 000'])(
    'reads the paste “%s” as 250.000',
    async (pasted) => {
      open('/paybox?tab=deposit');
      await userEvent.click(await amount());
      await userEvent.paste(pasted);
      expect(screen.getByRole('button', { name: 'Tiếp tục · 250.000 VND' })).toBeVisible();
    },
  );

  test.each([
    ['1e9', 'Số tiền chỉ gồm chữ số.', 'Tiếp tục · 100.000 VND'],
    ['10000.5', 'Số tiền không có phần lẻ: phần lẻ đã được bỏ.', 'Tiếp tục · 10.000 VND'],
  ])('says what is wrong with the paste “%s”', async (pasted, why, button) => {
    open('/paybox?tab=deposit');
    await userEvent.click(await amount());
    await userEvent.paste(pasted);
    expect(screen.getByText(why)).toBeVisible();
    expect(screen.getByRole('button', { name: button })).toBeVisible();
    await press('50.000đ');
    expect(screen.queryByText(why)).toBeNull();
  });

  test('says that a typed letter is not taken', async () => {
    open('/paybox?tab=deposit');
    await userEvent.clear(await amount());
    await userEvent.type(await amount(), '1e9');
    expect(screen.getByText('Số tiền chỉ gồm chữ số.')).toBeVisible();
    await press('Tiếp tục · 19 VND');
    expect(await screen.findByText('Số tiền nạp tối thiểu là 10.000 VND')).toBeVisible();
    expect(screen.queryByText('Số tiền chỉ gồm chữ số.')).toBeNull();
  });

  test('goes from the amount over the card to the new balance', async () => {
    open('/paybox?tab=deposit');
    await press('200.000đ');
    await press('Tiếp tục · 200.000 VND');
    await press('Nạp 200.000 VND');
    const done = await screen.findByText(DONE);
    expect(done.closest('[role]')).toHaveAttribute('role', 'status');
    expect(await screen.findByText('Đã nạp 200.000 VND', {}, { timeout: 3_000 })).toBeVisible();
    expect(screen.getByText('700.000 VND')).toBeVisible();
    // The card form was taller than what stands in its place.
    expect(shown).toEqual([expect.stringContaining(DONE), expect.stringContaining('Đã nạp 200.000 VND')]);
    expect(api.to('POST /api/paybox/deposit/confirm/')[0]?.body).toEqual({ payment_intent_id: 'pi_1' });
    expect(api.to('GET /api/paybox/transactions/').length).toBeGreaterThan(2);
  });

  test('keeps the focus: each step takes it from the one before, and the first leaves it alone', async () => {
    /** The step that has the focus, by its text. */
    const focused = (text: string | RegExp) =>
      waitFor(() => {
        expect(document.body).not.toHaveFocus();
        expect(document.activeElement).toHaveTextContent(text);
      });
    open('/paybox?tab=deposit');
    await amount();
    expect(document.body).toHaveFocus();
    await press('Tiếp tục · 100.000 VND');
    await focused(/^Số tiền nạp100\.000 VND/);
    await press('Hủy');
    await focused(/^Số tiền \(VND\)/);
    await press('Tiếp tục · 100.000 VND');
    await press('Nạp 100.000 VND');
    await focused(new RegExp(`^Số tiền nạp100\\.000 VND${DONE}$`));
    await screen.findByText('Đã nạp 100.000 VND', {}, { timeout: 3_000 });
    await focused(/^Đã nạp 100\.000 VND/);
    await press('Nạp thêm');
    await focused(/^Số tiền \(VND\)/);
  });

  test('begins once by a double press', async () => {
    open('/paybox?tab=deposit');
    const go = await screen.findByRole('button', { name: /^Tiếp tục/ });
    doublePress(go);
    await screen.findByRole('button', { name: /^Nạp / });
    expect(api.to('POST /api/paybox/deposit/')).toHaveLength(1);
  });

  test("shows the provider's message for a card error, and a general one for other failures", async () => {
    open('/paybox?tab=deposit');
    await press(/^Tiếp tục/);
    expect(await screen.findByText('Thẻ của bạn bị từ chối.')).toBeVisible();
    for (const otherwise of screen.getAllByTestId('otherwise')) {
      expect(otherwise).toHaveTextContent(/^Có lỗi xảy ra trong quá trình thanh toán\.$/);
    }
  });

  test('in an unknown step shows a warning and restarts', async () => {
    const clientAction = async ({ request }: { request: Request }) =>
      (await request.formData()).get('intent') === 'deposit'
        ? { step: 'waiting', amount: 200_000 }
        : { step: 'input', amount: 200_000 };
    openShop({ paybox: { ...paybox, clientAction } }, '/paybox?tab=deposit');
    await press(/^Tiếp tục/);
    expect(await screen.findByText('Bước nạp tiền không xác định.')).toBeVisible();
    await press('Làm lại từ đầu');
    expect(await amount()).toHaveValue(200_000);
  });

  test('returns to the amount when it is cancelled', async () => {
    open('/paybox?tab=deposit&amount=132000');
    expect(await amount()).toHaveValue(132_000);
    await press(/^Tiếp tục/);
    await press('Hủy');
    expect(await amount()).toHaveValue(132_000);
  });

  test('keeps its amount when the page is loaded again beside the card form', async () => {
    open('/paybox?tab=deposit&order=31');
    await userEvent.clear(await amount());
    await userEvent.type(await amount(), '250001');
    await press(/^Tiếp tục/);
    const address = await screen.findByText(/amount=/, { selector: 'output' });
    expect(address).toHaveTextContent('/paybox?tab=deposit&order=31&amount=250001');
    expect(screen.getByRole('button', { name: 'Nạp 250.001 VND' })).toBeVisible();
    cleanup();
    open(address.textContent);
    expect(await amount()).toHaveValue(250_001);
  });

  test('that was charged but not confirmed does not ask for the card again', async () => {
    api.answer({ 'POST /api/paybox/deposit/confirm/': 'unreachable' });
    open('/paybox?tab=deposit');
    await press(/^Tiếp tục/);
    await press(/^Nạp 100/);
    const sentence = 'Có lỗi xảy ra khi xác nhận giao dịch. Vui lòng liên hệ hỗ trợ.';
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.queryByRole('button', { name: /^Nạp 100/ })).toBeNull();
    api.answer({ 'POST /api/paybox/deposit/confirm/': { body: wallet() } });
    // It is busy until the wallet is loaded again.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Xác nhận lại' })).toBeEnabled());
    await press('Xác nhận lại');
    expect(await screen.findByText('Nạp tiền thành công!')).toBeVisible();
  });

  test.each([
    ['an answer without secret', { body: {} }, 'Không nhận được client secret từ server'],
    ['a breakdown', BROKEN, 'Không thể tạo yêu cầu nạp tiền. Vui lòng thử lại.'],
    ['no answer', 'unreachable' as const, 'Không thể tạo yêu cầu nạp tiền. Vui lòng thử lại.'],
    ['a refusal', { status: 403, body: { detail: 'Ví đang bị khóa' } }, 'Ví đang bị khóa'],
  ])('shows the error on %s and keeps the amount', async (_, reply, sentence) => {
    api.answer({ 'POST /api/paybox/deposit/': reply });
    open('/paybox?tab=deposit');
    await press('50.000đ');
    await press(/^Tiếp tục/);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await amount()).toHaveValue(50_000);
  });

  test('that returns from another site is confirmed', async () => {
    open('/paybox?payment_intent=pi_1&redirect_status=succeeded');
    expect(await screen.findByText('Nạp tiền thành công!')).toBeVisible();
    expect(await screen.findByText('/paybox?tab=history', { selector: 'output' })).toBeInTheDocument();
    expect(api.to('POST /api/paybox/deposit/confirm/')).toHaveLength(1);
    await act(async () => Promise.resolve());
  });

  test('for an order leads back to it when it returns from another site', async () => {
    open('/paybox?order=31&payment_intent=pi_1&redirect_status=succeeded');
    expect(await screen.findByText('Nạp tiền thành công!')).toBeVisible();
    expect(await screen.findByText('/orders/31', { selector: 'output' })).toBeInTheDocument();
  });

  test.each([
    ['/paybox?tab=deposit', '/paybox?amount=100000'],
    ['/paybox?tab=deposit&amount=250000&order=31', '/paybox?amount=250000&order=31'],
  ])('on %s returns from another site to %s', async (address, back) => {
    open(address);
    await press(/^Tiếp tục/);
    expect(await screen.findByTestId('back')).toHaveTextContent(back);
  });

  test('whose confirmation gets no answer on the return from another site is confirmed by a retry', async () => {
    api.answer({ 'POST /api/paybox/deposit/confirm/': 'unreachable' });
    open('/paybox?order=31&payment_intent=pi_1&redirect_status=succeeded');
    expect(await screen.findByText(/^Chưa xác nhận được lần nạp tiền vừa rồi/)).toBeVisible();
    api.answer({ 'POST /api/paybox/deposit/confirm/': { body: wallet() } });
    await press('Thử lại');
    expect(await screen.findByText('/orders/31', { selector: 'output' })).toBeInTheDocument();
    expect(api.to('POST /api/paybox/deposit/confirm/').map(({ body }) => body)).toEqual([
      { payment_intent_id: 'pi_1' },
      { payment_intent_id: 'pi_1' },
    ]);
  });

  test('that waits for its confirmation is neither forgotten nor confirmed by the next one', async () => {
    api.answer({ 'POST /api/paybox/deposit/confirm/': 'unreachable' });
    open('/paybox?order=31&payment_intent=pi_1&redirect_status=succeeded');
    await screen.findByText(/^Chưa xác nhận được lần nạp tiền vừa rồi/);
    await userEvent.click(screen.getByRole('link', { name: 'Nạp tiền' }));
    await press(/^Tiếp tục/);
    expect(await screen.findByTestId('back')).toBeVisible();
    expect(api.to('POST /api/paybox/deposit/confirm/')).toHaveLength(1);
    api.answer({ 'POST /api/paybox/deposit/confirm/': { body: wallet() } });
    await press('Thử lại');
    expect(await screen.findByText('/orders/31', { selector: 'output' })).toBeInTheDocument();
  });

  test('whose card form has no settings loads them again', async () => {
    let settings: object | null = null;
    openShop({ paybox }, '/paybox?tab=deposit', () => settings);
    await press(/^Tiếp tục/);
    const retry = await screen.findByRole('button', { name: 'Thử lại' });
    settings = {};
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Nạp 100.000 VND' })).toBeVisible();
  });

  test('that returns from another site but is not confirmed says so and refers to support', async () => {
    api.answer({ 'POST /api/paybox/deposit/confirm/': { status: 400, body: { detail: 'Không hợp lệ' } } });
    open('/paybox?payment_intent=pi_1&redirect_status=succeeded');
    const sentence = 'Có lỗi xảy ra khi xác nhận giao dịch. Vui lòng liên hệ hỗ trợ.';
    expect(await screen.findByText(`Không thể xác nhận nạp tiền: ${sentence}`)).toBeVisible();
    expect(await screen.findByText('/paybox?tab=history', { selector: 'output' })).toBeInTheDocument();
  });

  test('that returns from another site unpaid says so and confirms nothing', async () => {
    open('/paybox?amount=250000&order=31&payment_intent=pi_1&redirect_status=failed');
    expect(await screen.findByText('Có lỗi xảy ra trong quá trình thanh toán.')).toBeVisible();
    const address = '/paybox?tab=deposit&amount=250000&order=31';
    expect(await screen.findByText(address, { selector: 'output' })).toBeInTheDocument();
    expect(api.to('POST /api/paybox/deposit/confirm/')).toEqual([]);
  });
});
