import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedAddress } from 'contract/accounts/addresses';
import * as shipping from '~/routes/checkout/shipping/route';
import { BROKEN, fakeApi } from '../../support/api';
import { order, signedIn } from '../../support/given';
import { doublePress, isAt, openShop } from '../../support/shop-pages';

const BOOK = '/auth/users/me/addresses/';
const HOME: SavedAddress = {
  id: 3,
  receiver: 'Chị Lan',
  phone: '0909333777',
  address: '12 Lê Lợi',
  ward: 'Phường Sài Gòn',
  city: 'TP. Hồ Chí Minh',
  postalCode: '70000',
  country: 'Việt Nam',
  isDefault: true,
};
const WORK: SavedAddress = { ...HOME, id: 4, address: '1 Tràng Tiền', ward: '', city: 'Hà Nội', isDefault: false };
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn();
  const line = { id: 5, qty: 1, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
  localStorage.setItem('cartItems', JSON.stringify([line]));
  api = fakeApi({
    [`GET ${BOOK}`]: { body: [] },
    [`POST ${BOOK}`]: { status: 201, body: HOME },
    'GET /api/orders/': { body: { count: 0, page: 1, page_size: 1, results: [] } },
  });
});

const open = async () => {
  openShop({ shipping }, '/shipping');
  await screen.findByRole('heading', { name: 'Địa chỉ giao hàng' });
};
const goOn = async () => userEvent.click(await screen.findByRole('button', { name: 'Tiếp tục' }));
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
const choose = async (label: string, typed: string, name: string | RegExp) => {
  await userEvent.type(field(label), typed);
  await userEvent.click(await screen.findByRole('option', { name }));
};
const draft = () => JSON.parse(localStorage.getItem('shippingAddress') ?? '{}') as Record<string, string>;

describe('the form', () => {
  test('requires four fields and keeps the input for the next visit', async () => {
    await open();
    await goOn();
    for (const sentence of ['địa chỉ', 'tỉnh/thành phố', 'mã bưu chính']) {
      expect(await screen.findByText(`Vui lòng nhập ${sentence}`)).toBeVisible();
    }
    await waitFor(() => expect(field('Tỉnh/Thành phố')).toHaveFocus());
    expect(field('Quốc gia')).toHaveValue('Việt Nam');

    await userEvent.type(field('Địa chỉ'), '1 Tràng Tiền');
    expect(screen.queryByText('Vui lòng nhập địa chỉ')).toBeNull();
    expect(draft().address).toBe('1 Tràng Tiền');
  });

  test('never fills in again what the shopper emptied', async () => {
    signedIn({ address: '12 Lê Lợi', phone: '0909333777', last_name: 'Trần', first_name: 'Lan' });
    localStorage.setItem('shippingAddress', JSON.stringify({ ...WORK, address: '', receiver: '', phone: '' }));
    const page = openShop({ shipping }, '/shipping');
    await goOn();
    expect(await screen.findByText('Vui lòng nhập địa chỉ')).toBeVisible();
    await waitFor(() => expect(field('Địa chỉ')).toHaveFocus());
    expect(draft()).toMatchObject({ address: '', receiver: '', phone: '' });

    page.unmount();
    await open();
    expect(field('Địa chỉ')).toHaveValue('');
    expect(api.to(`GET ${BOOK}`)).toHaveLength(2);
  });

  test('begins with what the profile knows', async () => {
    signedIn({ address: '12 Lê Lợi', phone: '0909333777', last_name: 'Trần', first_name: 'Lan' });
    await open();
    expect(draft()).toMatchObject({ address: '12 Lê Lợi', phone: '0909333777', receiver: 'Trần Lan' });
  });

  test('with an invalid phone number is rejected; with a valid one it goes on to the payment', async () => {
    await open();
    await userEvent.type(field('Tỉnh/Thành phố'), 'Paris');
    await userEvent.type(field('Địa chỉ'), '1 rue de Rivoli');
    await userEvent.type(field('Mã bưu chính'), '75001');
    await userEvent.type(field('Số điện thoại'), '12ab');
    await goOn();
    expect(await screen.findByText(/^Số điện thoại gồm/)).toBeVisible();
    await userEvent.clear(field('Số điện thoại'));
    await userEvent.type(field('Số điện thoại'), '+84 912 345 678');
    await goOn();
    await isAt('/payment');
    expect(draft()).toMatchObject({ city: 'Paris', postalCode: '75001' });
  });

  test('is saved once to the address book by a double press', async () => {
    localStorage.setItem('shippingAddress', JSON.stringify(WORK));
    await open();
    const button = screen.getByRole('button', { name: 'Tiếp tục' });
    doublePress(button);
    await isAt('/payment');
    await api.answered();
    expect(api.to(`POST ${BOOK}`)).toHaveLength(1);
  });

  test('doubts a missing receiver and an odd phone number, and goes on all the same', async () => {
    await open();
    await userEvent.click(field('Người nhận'));
    await userEvent.tab();
    expect(screen.getByText('Chưa có tên người nhận.')).toBeVisible();
    await userEvent.type(field('Số điện thoại'), '123456789');
    await userEvent.tab();
    expect(screen.getByText(/^Số này không giống số điện thoại Việt Nam/)).toBeVisible();
    await userEvent.type(field('Tỉnh/Thành phố'), 'Hà Nội');
    await userEvent.type(field('Địa chỉ'), '1 Tràng Tiền');
    await goOn();
    await isAt('/payment');
  });
});

describe('province and ward', () => {
  test('are found without tones, and fill in the postal code', async () => {
    await open();
    await choose('Tỉnh/Thành phố', 'ha no', 'Hà Nội');
    await choose('Phường/Xã', 'hoan kiem', /^Phường Hoàn Kiếm/);
    expect(draft()).toMatchObject({ city: 'Hà Nội', ward: 'Phường Hoàn Kiếm', postalCode: '10000' });
  });

  test('are found by their names before the merger, and say so', async () => {
    await open();
    await choose('Tỉnh/Thành phố', 'binh duong', /TP\. Hồ Chí Minh.*gồm Bình Dương trước đây/);
    await choose('Phường/Xã', 'p12 go vap', /Phường An Hội Tây.*trước là.*Quận Gò Vấp/);
    expect(draft()).toMatchObject({ city: 'TP. Hồ Chí Minh', ward: 'Phường An Hội Tây', postalCode: '70000' });
  });

  test('are chosen by keyboard', async () => {
    await open();
    await userEvent.type(field('Tỉnh/Thành phố'), 'dak lak{ArrowDown}{Enter}');
    expect(field('Tỉnh/Thành phố')).toHaveValue('Đắk Lắk');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('that Enter follows are the first suggestion, and the form is not sent', async () => {
    await open();
    await userEvent.type(field('Tỉnh/Thành phố'), 'sai gon');
    expect(fireEvent.keyDown(field('Tỉnh/Thành phố'), { key: 'Enter' })).toBe(false);
    expect(draft()).toMatchObject({ city: 'TP. Hồ Chí Minh', postalCode: '70000' });
    await userEvent.type(field('Phường/Xã'), 'an hoi tay{Enter}');
    expect(draft().ward).toBe('Phường An Hội Tây');
  });

  test('of which several fit are shown by Enter and taken by the next, unless one is typed in full', async () => {
    await open();
    await userEvent.type(field('Tỉnh/Thành phố'), 'hcm{Enter}');
    await userEvent.type(field('Phường/Xã'), 'quận 1{Enter}');
    expect(field('Phường/Xã')).toHaveValue('quận 1');
    const first = screen.getByRole('option', { selected: true }).firstChild!.textContent;
    await userEvent.keyboard('{Enter}');
    expect(field('Phường/Xã')).toHaveValue(first);
    await userEvent.clear(field('Phường/Xã'));
    await userEvent.type(field('Phường/Xã'), 'phường phú an{Enter}');
    expect(field('Phường/Xã')).toHaveValue('Phường Phú An');
  });

  test('that were only passed by leave Enter to the form', async () => {
    await open();
    await userEvent.click(field('Tỉnh/Thành phố'));
    await screen.findAllByRole('option');
    expect(fireEvent.keyDown(field('Tỉnh/Thành phố'), { key: 'Enter' })).toBe(true);
    expect(field('Tỉnh/Thành phố')).toHaveValue('');
  });

  test('may be any other text; an old name can be replaced by the new one', async () => {
    await open();
    await userEvent.type(field('Tỉnh/Thành phố'), 'Bà Rịa - Vũng Tàu');
    expect(screen.getByText(/nay thuộc TP\. Hồ Chí Minh/)).toBeVisible();
    expect(draft().postalCode).toBe('70000');
    await userEvent.click(screen.getByRole('button', { name: 'Dùng tên mới' }));
    expect(draft().city).toBe('TP. Hồ Chí Minh');
    await userEvent.type(field('Phường/Xã'), 'Ấp Bắc');
    expect(draft().ward).toBe('Ấp Bắc');
  });

  test('leave a postal code that the shopper typed', async () => {
    await open();
    await userEvent.type(field('Mã bưu chính'), '11017');
    await choose('Tỉnh/Thành phố', 'ha noi', 'Hà Nội');
    expect(draft().postalCode).toBe('11017');
  });

  test('of another province replaces the postal code, too', async () => {
    localStorage.setItem('shippingAddress', JSON.stringify({ ...WORK, postalCode: '11017' }));
    await open();
    await userEvent.clear(field('Tỉnh/Thành phố'));
    await choose('Tỉnh/Thành phố', 'can tho', 'Cần Thơ');
    expect(draft().postalCode).toBe('94000');
  });

  test('another province empties the ward; in another country nothing is suggested', async () => {
    await open();
    await choose('Tỉnh/Thành phố', 'ha noi', 'Hà Nội');
    await choose('Phường/Xã', 'hoan kiem', /^Phường Hoàn Kiếm/);
    await userEvent.clear(field('Tỉnh/Thành phố'));
    await choose('Tỉnh/Thành phố', 'hue', /^Huế/);
    expect(draft()).toMatchObject({ city: 'Huế', ward: '', postalCode: '49000' });
    await userEvent.clear(field('Quốc gia'));
    await userEvent.type(field('Quốc gia'), 'Lào');
    await userEvent.type(field('Tỉnh/Thành phố'), 'e');
    expect(screen.queryByRole('option')).toBeNull();
  });
});

describe('the address book', () => {
  const choices = () => within(screen.getByRole('group', { name: 'Địa chỉ đã lưu' }));

  test('fills an empty form with the default address, and another one by a tap', async () => {
    api.answer({ [`GET ${BOOK}`]: { body: [HOME, WORK] } });
    await open();
    expect(draft()).toMatchObject({ address: '12 Lê Lợi', ward: 'Phường Sài Gòn', phone: '0909333777' });
    expect(choices().getByRole('radio', { name: /12 Lê Lợi/ })).toBeChecked();
    await userEvent.click(choices().getByRole('radio', { name: /1 Tràng Tiền/ }));
    expect(field('Tỉnh/Thành phố')).toHaveValue('Hà Nội');
    await userEvent.click(choices().getByRole('radio', { name: 'Giao đến nơi khác' }));
    expect([field('Địa chỉ'), field('Người nhận')].map((input) => (input as HTMLInputElement).value)).toEqual([
      '',
      'Chị Lan',
    ]);
  });

  test('gives back what was typed for another place, also after a visit of another page', async () => {
    api.answer({ [`GET ${BOOK}`]: { body: [HOME] } });
    const typed = { ...WORK, receiver: 'Anh Nam', address: '9 Hàng Bài', ward: 'Phường Cửa Nam' };
    localStorage.setItem('shippingAddress', JSON.stringify(typed));
    const page = openShop({ shipping }, '/shipping');
    await userEvent.click(await screen.findByRole('radio', { name: /12 Lê Lợi/ }));
    expect(draft()).toMatchObject({ address: '12 Lê Lợi', receiver: 'Chị Lan' });
    page.unmount();
    await open();
    await userEvent.click(choices().getByRole('radio', { name: 'Giao đến nơi khác' }));
    expect(draft()).toMatchObject({
      address: '9 Hàng Bài',
      ward: 'Phường Cửa Nam',
      city: 'Hà Nội',
      receiver: 'Anh Nam',
    });
  });

  test('keeps what was typed from another user, who took over the next order in a second tab', async () => {
    api.answer({ [`GET ${BOOK}`]: { body: [HOME] } });
    localStorage.setItem('shippingAddress', JSON.stringify(WORK));
    const page = openShop({ shipping }, '/shipping');
    await userEvent.click(await screen.findByRole('radio', { name: /12 Lê Lợi/ }));
    page.unmount();
    signedIn({ id: 8 });
    localStorage.setItem('checkoutOwner', '8');
    await open();
    await userEvent.click(choices().getByRole('radio', { name: 'Giao đến nơi khác' }));
    expect(field('Địa chỉ')).toHaveValue('');
  });

  test('offers an empty form for another place when the typed address has been saved since', async () => {
    api.answer({ [`GET ${BOOK}`]: { body: [HOME] } });
    localStorage.setItem('shippingAddress', JSON.stringify(WORK));
    const page = openShop({ shipping }, '/shipping');
    await userEvent.click(await screen.findByRole('radio', { name: /12 Lê Lợi/ }));
    page.unmount();
    api.answer({ [`GET ${BOOK}`]: { body: [HOME, WORK] } });
    await open();
    await userEvent.click(choices().getByRole('radio', { name: 'Giao đến nơi khác' }));
    expect(field('Địa chỉ')).toHaveValue('');
  });

  test('leaves what was typed last', async () => {
    api.answer({ [`GET ${BOOK}`]: { body: [HOME] } });
    localStorage.setItem('shippingAddress', JSON.stringify({ address: '9 Hàng Bài', city: 'Hà Nội' }));
    await open();
    expect(field('Địa chỉ')).toHaveValue('9 Hàng Bài');
    expect(choices().getByRole('radio', { name: 'Giao đến nơi khác' })).toBeChecked();
  });

  test('that is empty gives way to the address of the last order', async () => {
    api.answer({ 'GET /api/orders/': { body: { count: 1, page: 1, page_size: 1, results: [order()] } } });
    await open();
    expect(field('Địa chỉ')).toHaveValue('1 Tràng Tiền');
  });

  test('takes the address of the first order, unless the shopper says no', async () => {
    localStorage.setItem('shippingAddress', JSON.stringify(WORK));
    await open();
    await goOn();
    await isAt('/payment');
    expect(api.to(`POST ${BOOK}`).map(({ body }) => body)).toEqual([
      expect.objectContaining({ address: '1 Tràng Tiền', isDefault: false }),
    ]);
  });

  test('is left alone when the box is not ticked', async () => {
    localStorage.setItem('shippingAddress', JSON.stringify(WORK));
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Lưu để dùng lần sau' }));
    await goOn();
    await isAt('/payment');
    expect(api.to(`POST ${BOOK}`)).toEqual([]);
  });

  test('does not hold up an order, and its failure is shown', async () => {
    api.answer({ [`GET ${BOOK}`]: BROKEN, [`POST ${BOOK}`]: BROKEN });
    localStorage.setItem('shippingAddress', JSON.stringify(WORK));
    await open();
    expect(screen.getByText(/Bạn vẫn có thể nhập địa chỉ bên dưới/)).toBeVisible();
    await goOn();
    await isAt('/payment');
  });
});
