import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SizeTable } from 'contract/catalog/catalog';
import { typedBody } from '~/lib/storage/typed-body';
import { SizeGuideButton } from '~/features/size-guide/size-guide-button';
import { variant } from '../../support/given';

const [s, m, l] = ['S', 'M', 'L'].map((name, nth) => ({ id: nth + 1, name }));
const [black, white] = ['Đen', 'Trắng'].map((name, nth) => ({ id: nth + 1, name, hex_code: '#000000' }));
const table: SizeTable = {
  measures: ['chest'],
  rows: [
    { size: s!, values: { chest: [82, 86] }, height: [150, 158], weight: [42, 48] },
    { size: m!, values: { chest: [86, 90.5] }, height: [158, 166], weight: [48, 56] },
    { size: l!, values: {}, height: [164, 172], weight: [56, 64] },
  ],
};
const variants = [
  variant({ id: 1, color: black, size: m, stock_quantity: 2 }),
  variant({ id: 2, color: white, size: m, stock_quantity: 0 }),
  variant({ id: 3, color: black, size: s, stock_quantity: 0 }),
];

beforeEach(() => {
  typedBody.set({ height: '', weight: '' });
});

async function open(color: number | null = null, changed: Partial<SizeTable> = {}) {
  const onChoose = jest.fn();
  render(
    <SizeGuideButton product={{ variants, size_table: { ...table, ...changed } }} color={color} onChoose={onChoose} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Hướng dẫn chọn cỡ' }));
  await screen.findByRole('dialog', { name: 'Hướng dẫn chọn cỡ' });
  return onChoose;
}
const type = async (height: string, weight: string) => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Chiều cao' }), height);
  await userEvent.type(screen.getByRole('textbox', { name: 'Cân nặng' }), weight);
};

test('a product without a size table has no guide', () => {
  render(<SizeGuideButton product={{ variants, size_table: null }} color={null} onChoose={jest.fn()} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the guide shows the table in centimetres and how each measure is taken', async () => {
  await open();
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Cỡ', 'Ngực', 'Cao', 'Nặng'],
    ['S', '82–86', '150–158', '42–48'],
    ['M', '86–90,5', '158–166', '48–56'],
    ['L', '–', '164–172', '56–64'],
  ]);
  expect(screen.getByRole('listitem')).toHaveTextContent('Ngực: vòng thước quanh chỗ nở nhất');
});

test('1m65 and 55kg are size M, with its reason, and one tap chooses it', async () => {
  const onChoose = await open();
  await type('1m65', '55kg');
  expect(screen.getByRole('status')).toHaveTextContent(/^M Cỡ M dành cho người cao 158–166 cm, nặng 48–56 kg\./);
  await userEvent.click(screen.getByRole('button', { name: 'Chọn cỡ M' }));
  expect(onChoose).toHaveBeenCalledWith(m!.id);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what was typed stays on the device for the next product', async () => {
  await open();
  await type('1m65', '55kg');
  expect(JSON.parse(localStorage.getItem('bodySize') ?? '')).toEqual({ height: '1m65', weight: '55kg' });
});

test('a size that is sold out is never offered without saying so', async () => {
  await open();
  await type('155', '45');
  expect(screen.getByRole('status')).toHaveTextContent('Cỡ S đã hết hàng ở mọi màu.');
  expect(screen.queryByRole('button', { name: 'Chọn cỡ S' })).toBeNull();
});

test('a size that the product does not have is not offered', async () => {
  await open();
  await type('170', '60');
  expect(screen.getByRole('status')).toHaveTextContent('Sản phẩm này không có cỡ L.');
});

test('a size that is gone in the chosen colour says so beside its button', async () => {
  await open(white!.id);
  await type('165', '55');
  expect(screen.getByRole('button', { name: 'Chọn cỡ M' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Cỡ M đã hết ở màu đang chọn');
});

test('an invalid measure shows an error beside its field and gives no advice', async () => {
  await open();
  await type('cao lắm', '55');
  expect(screen.getByRole('textbox', { name: 'Chiều cao' })).toHaveAccessibleDescription(
    'Nhập chiều cao như 1m65 hoặc 165',
  );
  expect(screen.queryByRole('button', { name: /Chọn cỡ/ })).toBeNull();
});

test('a measure is not wrong while it is being typed', async () => {
  await open();
  const height = screen.getByRole('textbox', { name: 'Chiều cao' });
  await userEvent.type(height, '1');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('alert')).toHaveTextContent('Nhập chiều cao như 1m65 hoặc 165');
  await userEvent.type(height, '65');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a wrong measure of an earlier visit is marked when the guide opens', async () => {
  typedBody.set({ height: '1', weight: '' });
  await open();
  expect(screen.getByRole('alert')).toHaveTextContent('Nhập chiều cao');
});

test('a table without bodies has no adviser', async () => {
  await open(null, { rows: table.rows.map((row) => ({ ...row, height: null, weight: null })) });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('table')).toBeVisible();
});
