import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Settings } from 'contract/administration/settings';
import type { TransferInstructions } from 'contract/money/bank-transfers';
import * as orderPage from '~/routes/checkout/order/route';
import * as payment from '~/routes/checkout/payment/route';
import { BROKEN, fakeApi } from '../../support/api';
import { order, parcel, signedIn, wallet } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const ORDER = 'GET /api/orders/31/';
const TRANSFER = 'GET /api/orders/31/transfer/';
const transfer: TransferInstructions = {
  bank_bin: '970436',
  bank_name: 'Vietcombank',
  account_number: '0123456789',
  account_name: 'CONG TY MAY',
  amount: 157_500,
  code: 'DH7K3QD0XW9RVM',
  qr: '00020101021238540010A0000007270124000697043601100123456789',
  pay_before: '2026-02-01T09:30:00.000Z',
};
const off = {
  cod: { is_on: false, max_total: 5_000_000, window_minutes: 10_080 },
  vietqr: { is_on: false, bank_bin: '', account_number: '', account_name: '' },
};

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  signedIn();
  const line = { id: 5, qty: 1, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
  localStorage.setItem('cartItems', JSON.stringify([line]));
  const address = { address: '1 Tràng Tiền', city: 'Hà Nội', postalCode: '10000', country: 'Việt Nam' };
  localStorage.setItem('shippingAddress', JSON.stringify(address));
  api = fakeApi({
    [ORDER]: { body: order({ paymentMethod: 'VietQR' }) },
    [TRANSFER]: { body: transfer },
    'GET /api/paybox/wallet/': { body: wallet() },
  });
});

const openOrder = () => openShop({ 'orders/:id': orderPage }, '/orders/31');
const radio = (name: string) => screen.queryByRole('radio', { name });

describe('the choice of payment', () => {
  const choose = (settings: Partial<Settings>) => openShop({ payment }, '/payment', settings);

  test('offers neither cash nor transfers until the owner switches them on', async () => {
    localStorage.setItem('paymentMethod', '"COD"');
    choose(off);
    expect(await screen.findByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' })).toBeChecked();
    expect([radio('Thanh toán khi nhận hàng'), radio('Chuyển khoản (VietQR)')]).toEqual([null, null]);
  });

  test.each([
    ['Thanh toán khi nhận hàng', '"COD"'],
    ['Chuyển khoản (VietQR)', '"VietQR"'],
  ])('keeps %s for the order', async (name, stored) => {
    choose({ cod: { ...off.cod, is_on: true }, vietqr: { ...off.vietqr, is_on: true } });
    await userEvent.click(await screen.findByRole('radio', { name }));
    await userEvent.click(screen.getByRole('button', { name: 'Tiếp tục' }));
    expect(await screen.findByText('/placeorder', { selector: 'output' })).toBeInTheDocument();
    expect(localStorage.getItem('paymentMethod')).toBe(stored);
  });

  test('says that methods may be missing when the settings did not load, and loads them again', async () => {
    let settings: object | null = null;
    openShop({ payment }, '/payment', () => settings);
    expect(await screen.findByText(/^Chưa tải được hết các phương thức/)).toBeVisible();
    settings = { cod: { ...off.cod, is_on: true } };
    await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByRole('radio', { name: 'Thanh toán khi nhận hàng' })).toBeEnabled();
    expect(screen.queryByText(/^Chưa tải được hết/)).toBeNull();
  });

  test('says up to which total cash is taken', async () => {
    choose({ ...off, cod: { ...off.cod, is_on: true, max_total: 100_000 } });
    expect(await screen.findByRole('radio', { name: 'Thanh toán khi nhận hàng' })).toBeDisabled();
    expect(screen.getByText('Chỉ dành cho đơn hàng đến 100.000 VND.')).toBeVisible();
  });
});

describe('an order by bank transfer', () => {
  test('shows the QR code, the account, the code to copy and the end of the window', async () => {
    const user = userEvent.setup();
    openOrder();
    expect(await screen.findByRole('img', { name: /Mã VietQR.*157\.500 VND.*DH7K3QD0XW9RVM/ })).toBeVisible();
    for (const text of ['Vietcombank', 'CONG TY MAY', '0123456789', 'DH7K3QD0XW9RVM']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByText('01/02/2026 16:30')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sao chép số tiền' }));
    expect(await navigator.clipboard.readText()).toBe('157500');
    expect(screen.getByText('Đã sao chép')).toBeVisible();
    expect(radio('Chuyển khoản')).toBeChecked();
  });

  describe('its QR code as a picture', () => {
    const drawn: string[] = [];
    let toBlob: jest.SpyInstance;
    const phone = (share: () => Promise<void>) => {
      jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query.includes('coarse') }) as never);
      Object.assign(navigator, { canShare: () => true, share });
    };
    beforeEach(() => {
      drawn.length = 0;
      const pen = { fillRect: (...rect: number[]) => drawn.push(rect.join()) };
      jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
      toBlob = jest
        .spyOn(HTMLCanvasElement.prototype, 'toBlob')
        .mockImplementation((done, type) => done(new Blob(['png'], { type })));
      URL.createObjectURL = jest.fn(() => 'blob:qr');
    });
    afterEach(() => {
      for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
      Reflect.deleteProperty(URL, 'createObjectURL');
    });

    const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Lưu mã QR' }));

    test('is saved by a computer', async () => {
      const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        drawn.push(`${this.download} ${this.href}`);
      });
      openOrder();
      await save();
      await waitFor(() => expect(clicked).toHaveBeenCalled());
      expect(drawn.at(-1)).toBe('vietqr-DH7K3QD0XW9RVM.png blob:qr');
      expect(drawn.length).toBeGreaterThan(200);
    });

    test('goes to the share sheet of a phone; whoever closes it is not told of a failure', async () => {
      const share = jest.fn((_: { files: File[] }) => Promise.reject(new DOMException('', 'AbortError')));
      phone(share as never);
      openOrder();
      await save();
      await waitFor(() => expect(share).toHaveBeenCalled());
      expect(share.mock.calls[0]?.[0].files.map(({ name, type }) => [name, type])).toEqual([
        ['vietqr-DH7K3QD0XW9RVM.png', 'image/png'],
      ]);
      expect(screen.queryByText(/Không lưu được/)).toBeNull();
    });

    test('that cannot be made leaves a screenshot', async () => {
      toBlob.mockImplementation((done) => done(null));
      openOrder();
      await save();
      expect(await screen.findByText('Không lưu được mã QR. Bạn có thể chụp màn hình.')).toBeVisible();
    });
  });

  test('becomes paid without a reload when the money arrives', async () => {
    jest.useFakeTimers();
    openOrder();
    await api.answered();
    expect(screen.getByText(/Đang chờ chuyển khoản/)).toBeVisible();
    api.answer({ [ORDER]: BROKEN });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    await api.answered();
    expect(screen.getByText(/Đang chờ chuyển khoản/)).toBeVisible();
    const paid = order({ paymentMethod: 'VietQR', status: 'paid', isPaid: true, paidAt: '2026-01-31T09:30:00.000Z' });
    api.answer({ [ORDER]: { body: paid } });
    await act(() => jest.advanceTimersByTimeAsync(5_100));
    await api.answered();
    expect(screen.getByText('Đã thanh toán lúc 31/01/2026 16:30')).toBeVisible();
    expect(screen.queryByText(/Đang chờ chuyển khoản/)).toBeNull();
  });

  test('says why there are no instructions, and still takes wallet and card', async () => {
    const detail = 'Cửa hàng hiện không nhận chuyển khoản. Vui lòng chọn cách khác.';
    api.answer({ [TRANSFER]: { status: 409, body: { detail, error: detail } } });
    openOrder();
    expect(await screen.findByText(detail)).toBeVisible();
    expect(radio('Ví Paybox')).toBeEnabled();
  });

  test('may ask again when the instructions did not load', async () => {
    api.answer({ [TRANSFER]: 'unreachable' });
    openOrder();
    const retry = await screen.findByRole('button', { name: 'Thử lại' });
    api.answer({ [TRANSFER]: { body: transfer } });
    await userEvent.click(retry);
    expect(await screen.findByText('DH7K3QD0XW9RVM')).toBeVisible();
  });
});

describe('an order in cash', () => {
  test('is placed, asks for nothing now, and may be paid before', async () => {
    api.answer({ [ORDER]: { body: order({ paymentMethod: 'COD' }) } });
    openOrder();
    // Its state, and its payment method.
    expect(await screen.findAllByText('Thanh toán khi nhận hàng')).toHaveLength(2);
    expect(screen.getByText('Đặt hàng thành công!').parentElement).toHaveTextContent(
      /chuẩn bị và giao hàng đến bạn; bạn trả tiền mặt khi nhận hàng/,
    );
    expect(screen.getByText('Bạn trả 157.500 VND tiền mặt khi nhận hàng, hoặc trả trước ở đây.')).toBeVisible();
    expect(radio('Ví Paybox')).toBeEnabled();
    expect(api.to(TRANSFER)).toEqual([]);
  });

  test('that is on its way is no longer paid before, and says why', async () => {
    api.answer({ [ORDER]: { body: order({ paymentMethod: 'COD', parcel: parcel() }) } });
    openOrder();
    expect(await screen.findByText(/không trả trước được nữa\. Bạn trả 157\.500 VND khi nhận hàng\.$/)).toBeVisible();
    expect(screen.queryAllByRole('radio')).toEqual([]);
    expect(screen.queryByRole('button', { name: /Thanh toán/ })).toBeNull();
  });

  test('that was delivered says that its cash is not recorded yet, and cannot be cancelled', async () => {
    const deliveredAt = '2026-01-31T09:30:00.000Z';
    api.answer({
      [ORDER]: { body: order({ paymentMethod: 'COD', status: 'delivered', isDelivered: true, deliveredAt }) },
    });
    openOrder();
    expect(await screen.findByText(/Cửa hàng chưa ghi nhận 157\.500 VND/)).toBeVisible();
    expect(screen.queryByText('Đặt hàng thành công!')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Hủy đơn hàng' })).toBeNull();
  });
});
