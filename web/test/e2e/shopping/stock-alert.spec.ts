import { mailTo, shop } from '../support/browser';
import { addProduct, call, removeProduct } from '../support/shop-api';
import { at, device, fill, press, read, visit } from '../support/shopper';

let product: number;
afterEach(() => removeProduct(product));

test('the form for sold-out goods is a sheet on a phone, and stands in the middle of a wide screen', async () => {
  const name = `Áo hết ${Date.now().toString(36)}`;
  product = await addProduct({ name, countInStock: 0 });
  const boxAt = async (width: number) => {
    const page = await device(width);
    await visit(page, `/products/${product}`);
    await page.getByRole('button', { name: /Báo khi có hàng$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Báo khi có hàng' });
    await dialog.waitFor();
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const { x, y, width: wide, height } = (await dialog.boundingBox())!;
    return {
      sides: [x, width - x - wide].map(Math.round),
      below: Math.round(page.viewportSize()!.height - y - height),
    };
  };
  expect(await boxAt(360)).toEqual({ sides: [0, 0], below: 0 });
  const { sides, below } = await boxAt(1280);
  expect(sides[0]).toBe(sides[1]);
  expect(sides[0]).toBeGreaterThan(300);
  expect(below).toBeGreaterThan(50);
});

test('who wants a sold-out variant leaves an address, confirms it by the mail’s link, and can end it', async () => {
  const [colors, sizes] = await Promise.all([
    call<{ id: number; name: string }[]>('/api/colors/'),
    call<{ id: number; name: string }[]>('/api/sizes/'),
  ]);
  const [color, [size, other]] = [colors[0]!, sizes];
  const name = `Áo chờ ${Date.now().toString(36)}`;
  const row = { color_id: color.id, price: 250_000 };
  product = await addProduct({
    name,
    has_variants: true,
    variants: [
      { ...row, size_id: size!.id, stock_quantity: 0 },
      { ...row, size_id: other!.id, stock_quantity: 2 },
    ],
  });
  const email = `cho.${Date.now()}@example.com`;

  const page = await device(360);
  await visit(page, `/products/${product}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: /Báo khi có hàng$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Báo khi có hàng' });
  await dialog.getByRole('option').first().waitFor({ state: 'attached' });
  expect(await dialog.getByRole('option').allTextContents()).toEqual([`${color.name} · ${size!.name}`]);
  await dialog.getByRole('button', { name: 'Báo cho tôi' }).click();
  await dialog.getByText('Vui lòng nhập email').waitFor();
  await fill(page, /^Email/, email);
  await dialog.getByRole('button', { name: 'Báo cho tôi' }).click();
  await dialog.getByText(/^Gần xong rồi!/).waitFor();
  await dialog.getByRole('button', { name: 'Đóng' }).last().click();
  await dialog.waitFor({ state: 'detached' });

  const mail = await mailTo(email, /use=confirm/);
  const linkIn = (use: string) => {
    const link = mail.match(/https?:\S+\/stock-alert\?\S+/g)?.find((url) => url.includes(`use=${use}`));
    const { pathname, search } = new URL(link!);
    return shop() + pathname + search;
  };
  await page.goto(linkIn('confirm'));
  await at(page, '/stock-alert');
  await press(page, 'Xác nhận');
  await read(page, 'Đã ghi nhận!');
  await read(page, [name, color.name, size!.name].join(' · '));
  // The address no longer tells what acts for the mailbox.
  expect(page.url()).not.toContain('token');

  await page.goto(linkIn('confirm'));
  await press(page, 'Xác nhận');
  await read(page, 'Liên kết không hợp lệ, đã hết hạn hoặc đã được dùng.');
  await page.goto(linkIn('cancel'));
  await press(page, 'Ngừng nhận');
  await read(page, 'Đã ngừng thông báo có hàng');
});
