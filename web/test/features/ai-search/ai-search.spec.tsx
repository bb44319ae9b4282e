import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from '@remix-run/react';
import { signOut } from '~/api/account/session';
import { saveSearch } from '~/features/ai-search/query/ai-search-memory';
import { cropPicture, preparePicture } from '~/features/ai-search/query/ai-search-picture';
import { UnreadablePicture } from '~/lib/picture';
import { Header } from '~/routes/shop/layout/header';
import { answer, chip, found, give, lendBrowserParts, picture } from '../../support/ai-search';
import { fakeApi, type Call, type Reply } from '../../support/api';
import { signedIn } from '../../support/given';
import { isAt, openShop } from '../../support/shop-pages';

// What the browser draws is tested in its own file, and in a real browser.
jest.mock('~/features/ai-search/query/ai-search-picture', () => ({
  ...jest.requireActual<object>('~/features/ai-search/query/ai-search-picture'),
  preparePicture: jest.fn(),
  cropPicture: jest.fn(),
}));

const TEXT = 'POST /api/ai-search/text/';
const IMAGE = 'POST /api/ai-search/image/';
const COMBINED = 'POST /api/ai-search/combined/';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  lendBrowserParts();
  saveSearch(null);
  jest
    .mocked(preparePicture)
    .mockReset()
    .mockImplementation((file) => Promise.resolve(file));
  api = fakeApi({ [TEXT]: { body: answer() }, [IMAGE]: { body: answer() }, [COMBINED]: { body: answer() } });
});

function Page() {
  const navigate = useNavigate();
  return (
    <>
      <Header shop="MAY" categories={[]} />
      <button onClick={() => navigate(-1)}>Quay lại</button>
      <button onClick={() => navigate(1)}>Đi tới</button>
      <button onClick={() => navigate('/products/9')}>Sản phẩm khác</button>
    </>
  );
}
const pages = { '/': { default: Page }, 'products/:id': { default: Page } };

const camera = () => screen.getAllByRole('button', { name: 'Tìm bằng hình ảnh hoặc mô tả' })[0]!;
const dialog = () => screen.findByRole('dialog', { name: 'Tìm kiếm bằng AI' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Mô tả sản phẩm bạn muốn tìm' });
const tab = (name: string) => screen.getByRole('tab', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const formOf = (call: Call | undefined) => Object.fromEntries(call!.body as FormData);

async function open() {
  openShop(pages, '/');
  await isAt('/');
  await userEvent.click(camera());
  await dialog();
}

async function ask(text: string) {
  await userEvent.clear(box());
  await userEvent.type(box(), text);
  await userEvent.click(button('Tìm kiếm AI'));
}

/** A picture chosen from the device. */
async function choose(file: File) {
  await userEvent.upload(screen.getByLabelText('Hình ảnh để tìm kiếm'), file);
}

/** Answers only when it is told to. */
function held() {
  let release!: (reply: Reply) => void;
  const reply = new Promise<Reply>((resolve) => (release = resolve));
  return { answer: () => reply, release };
}

describe('searching', () => {
  test('an empty search shows what is missing and sends nothing', async () => {
    await open();
    await userEvent.type(box(), '   ');
    await userEvent.click(button('Tìm kiếm AI'));
    expect(screen.getByRole('alert')).toHaveTextContent('Vui lòng nhập mô tả hoặc chọn hình ảnh');
    expect(box()).toHaveFocus();
    for (const name of ['Hình ảnh', 'Kết hợp']) {
      await userEvent.click(tab(name));
      expect(screen.queryByRole('alert')).toBeNull();
      await userEvent.click(button('Tìm kiếm AI'));
      expect(screen.getByRole('alert')).toHaveTextContent('Vui lòng nhập mô tả hoặc chọn hình ảnh');
    }
    expect(api.calls).toEqual([]);
  });

  test('a description is sent trimmed, with a limit of six results', async () => {
    await open();
    await ask('  áo khoác đen ');
    await screen.findByRole('heading', { name: 'Tìm thấy 1 sản phẩm phù hợp' });
    expect(api.calls.map(({ path, body }) => [path, body])).toEqual([
      ['/api/ai-search/text/', { text: 'áo khoác đen', limit: 6 }],
    ]);
  });

  test('a picture is sent as form data with only the limit beside it', async () => {
    await open();
    await userEvent.click(tab('Hình ảnh'));
    await choose(picture());
    expect(await screen.findByRole('img', { name: 'Hình ảnh đã chọn' })).toHaveAttribute('src', 'blob:chosen');
    await userEvent.click(button('Tìm kiếm AI'));
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect(formOf(api.to(IMAGE)[0])).toEqual({ image: expect.any(File) as File, limit: '6' });
  });

  test.each([
    ['both', 'áo len', true, { text: 'áo len', image: expect.any(File) as File, limit: '6' }],
    ['words alone', 'áo len', false, { text: 'áo len', limit: '6' }],
    ['a picture alone', '', true, { image: expect.any(File) as File, limit: '6' }],
  ])('the combined tab sends %s', async (_, text, hasPicture, sent) => {
    await open();
    await userEvent.click(tab('Kết hợp'));
    if (text) await userEvent.type(box(), text);
    if (hasPicture) await choose(picture());
    await userEvent.click(button('Tìm kiếm AI'));
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect(formOf(api.to(COMBINED)[0])).toEqual(sent);
  });

  test('Enter searches, Shift+Enter begins a line, and Enter during composition does neither', async () => {
    await open();
    await userEvent.type(box(), 'áo{Shift>}{Enter}{/Shift}đen');
    box().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));
    expect(api.calls).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect(api.calls.map(({ body }) => body)).toEqual([{ text: 'áo\nđen', limit: 6 }]);
  });

  test('a running search shows its progress, disables the buttons and is sent once on a double click', async () => {
    const { answer: wait, release } = held();
    api.answer({ [TEXT]: wait });
    await open();
    await userEvent.type(box(), 'áo');
    await userEvent.dblClick(button('Tìm kiếm AI'));
    expect(within(screen.getByRole('region', { name: 'Kết quả tìm kiếm' })).getByRole('status')).toHaveTextContent(
      'AI đang phân tích và tìm kiếm...',
    );
    expect(button('Đang tìm kiếm...')).toBeDisabled();
    expect(button('Làm mới')).toBeDisabled();
    await userEvent.type(box(), '{Enter}');
    release({ body: answer() });
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect(api.calls).toHaveLength(1);
  });

  test('a new search aborts the running one, whose results are not shown', async () => {
    const { answer: wait, release } = held();
    api.answer({ [TEXT]: ({ body }) => ((body as { text: string }).text === 'áo' ? wait() : { body: answer() }) });
    const signals = jest.mocked(fetch).mock.calls;
    await open();
    await userEvent.type(box(), 'áo{Enter}');
    await userEvent.type(box(), ' len{Enter}');
    await screen.findByRole('heading', { name: 'Tìm thấy 1 sản phẩm phù hợp' });
    expect(signals.map(([, init]) => init?.signal?.aborted)).toEqual([true, false]);
    await act(async () => release({ body: answer({ products: [] }) }));
    expect(screen.getByRole('heading', { name: 'Tìm thấy 1 sản phẩm phù hợp' })).toBeVisible();
  });

  test('closing the dialog aborts the running search', async () => {
    api.answer({ [TEXT]: held().answer });
    await open();
    await ask('áo');
    await userEvent.click(button('Đóng'));
    await isClosed();
    expect(jest.mocked(fetch).mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  test('clicking an example searches for it', async () => {
    await open();
    await userEvent.click(button('Váy hoa đi biển'));
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect(box()).toHaveValue('Váy hoa đi biển');
    expect(api.calls[0]?.body).toEqual({ text: 'Váy hoa đi biển', limit: 6 });
  });
});

describe('results', () => {
  test('a card shows the product, its similarity and the reasons', async () => {
    const product = found({
      name: 'Áo khoác gió',
      min_price: 1_250_000,
      oldPrice: 1_500_000,
      rating: 4.5,
      numReviews: 12,
      compatibility_percent: 72,
      reasons: ['cùng màu', 'đúng khoảng giá'],
    });
    api.answer({ [TEXT]: { body: answer({ products: [product, found({ id: 6, total_stock: 0 })] }) } });
    await open();
    await ask('áo');
    await screen.findByRole('heading', { name: 'Tìm thấy 2 sản phẩm phù hợp' });
    const [card, soldOut] = screen.getAllByRole('article');
    expect(within(card!).getByRole('link', { name: 'Áo khoác gió' })).toHaveAttribute('href', '/products/5');
    for (const text of ['1.250.000đ', '4,5 (12 đánh giá)', '72%', 'Rất tốt', 'cùng màu · đúng khoảng giá']) {
      expect(within(card!).getByText(text)).toBeVisible();
    }
    expect(within(card!).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '72');
    expect(within(soldOut!).getByText('Hết hàng')).toBeVisible();
  });

  test('a card shows the picture in the requested colour', async () => {
    const products = [found({ image: '/media/red/640.webp', matched_image: '/media/blue/640.webp' })];
    api.answer({ [TEXT]: { body: answer({ products }) } });
    await open();
    await ask('áo xanh');
    const card = await screen.findByRole('article');
    expect(within(card).getByRole('img', { name: products[0]!.name })).toHaveAttribute('src', '/media/blue/640.webp');
  });

  test('missing percentages get placeholders that stay the same while shown', async () => {
    api.answer({ [TEXT]: { body: { products: [{ ...found(), compatibility_percent: undefined }] } } });
    await open();
    await ask('áo');
    const shown = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));
    await screen.findByRole('progressbar');
    const first = shown();
    expect(first).toBeGreaterThanOrEqual(90);
    expect(first).toBeLessThanOrEqual(95);
    const random = jest.spyOn(Math, 'random');
    await userEvent.type(box(), ' len');
    expect(random).not.toHaveBeenCalled();
    expect(shown()).toBe(first);
  });

  test.each([
    ['with the server’s message', 'Tìm kiếm AI đang bận', 'Tìm kiếm AI đang bận'],
    ['with its own text when the server sends none', undefined, 'Đang sử dụng tìm kiếm cơ bản'],
  ])('the keyword fallback shows a warning %s', async (_, message, warning) => {
    api.answer({ [TEXT]: { body: answer({ fallback: true, message }) } });
    await open();
    await ask('áo');
    expect(await screen.findByText(warning)).toBeVisible();
    expect(screen.getByRole('article')).toBeVisible();
  });

  test('a message of a complete search is not shown', async () => {
    api.answer({ [TEXT]: { body: answer({ message: 'Tìm kiếm AI đang bận' }) } });
    await open();
    await ask('áo');
    await screen.findByRole('article');
    expect(screen.queryByText('Tìm kiếm AI đang bận')).toBeNull();
  });

  test('an empty result shows advice', async () => {
    api.answer({ [TEXT]: { body: answer({ products: [] }) } });
    await open();
    await ask('xyz');
    expect(await screen.findByRole('heading', { name: 'Không tìm thấy sản phẩm phù hợp' })).toBeVisible();
    expect(screen.getByText(/^Mô tả ngắn gọn hơn/)).toBeVisible();
  });

  test('after a search by picture alone, the keyword fallback says that pictures cannot be searched now', async () => {
    api.answer({ [IMAGE]: { body: answer({ products: [], fallback: true }) } });
    await open();
    await userEvent.click(tab('Hình ảnh'));
    await choose(picture());
    await userEvent.click(button('Tìm kiếm AI'));
    expect(await screen.findByText(/^Chưa tìm được bằng hình ảnh lúc này/)).toBeVisible();
    expect(screen.queryByText(/^Mô tả ngắn gọn hơn/)).toBeNull();
  });

  test.each([
    ['the server’s error', { status: 415, body: { detail: 'x', error: 'Ảnh không đọc được' } }, 'Ảnh không đọc được'],
    ['its detail', { status: 500, body: { detail: 'Đã xảy ra lỗi.' } }, 'Đã xảy ra lỗi.'],
    ['an answer that is none', { body: {} }, 'Dịch vụ tạm thời gián đoạn. Vui lòng thử lại sau ít phút.'],
    ['a network that fails', 'unreachable' as const, 'Dịch vụ tạm thời gián đoạn. Vui lòng thử lại sau ít phút.'],
  ])('a failure shows %s, and its retry sends the same search', async (_, reply, sentence) => {
    api.answer({ [TEXT]: reply });
    await open();
    await ask('áo');
    expect(await screen.findByRole('alert')).toHaveTextContent(`Có lỗi xảy ra khi tìm kiếm: ${sentence}`);
    api.answer({ [TEXT]: { body: answer() } });
    await userEvent.clear(box());
    await userEvent.click(button('Thử lại'));
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect(api.calls.map(({ body }) => body)).toEqual(Array(2).fill({ text: 'áo', limit: 6 }));
  });

  test('after 429 the retry is disabled for the time that the server gives', async () => {
    api.answer({ [TEXT]: { status: 429, body: { error: 'Quá nhanh' }, headers: { 'Retry-After': '40' } } });
    await open();
    await ask('áo');
    expect(await screen.findByRole('button', { name: /^Thử lại sau \d+ giây$/ })).toBeDisabled();
  });
});

describe('understood parts', () => {
  const text = 'áo khoác đen dưới 500k';
  const understood = [chip(text, 'đen', 'color'), chip(text, 'dưới 500k', 'price', 'dưới 500.000đ')];

  test('removing a text chip cuts its words out and searches again', async () => {
    api.answer({ [TEXT]: { body: answer({ understood }) } });
    await open();
    await ask(text);
    await userEvent.click(await screen.findByRole('button', { name: 'Bỏ dưới 500.000đ và tìm lại' }));
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect(box()).toHaveValue('áo khoác đen');
    expect(api.calls.map(({ body }) => (body as { text: string }).text)).toEqual([text, 'áo khoác đen']);
    await waitFor(() => expect(screen.getByRole('region', { name: 'Kết quả tìm kiếm' })).toHaveFocus());
  });

  test('chips cannot be removed while another text or picture stands in the form', async () => {
    api.answer({ [TEXT]: { body: answer({ understood }) } });
    await open();
    await ask(text);
    await screen.findByRole('button', { name: 'Bỏ đen và tìm lại' });
    await userEvent.type(box(), ' nữ');
    expect(screen.queryByRole('button', { name: 'Bỏ đen và tìm lại' })).toBeNull();
    expect(screen.getByText('đen')).toBeVisible();
    await userEvent.type(box(), '{Backspace}{Backspace}{Backspace}');
    expect(screen.getByRole('button', { name: 'Bỏ đen và tìm lại' })).toBeVisible();
  });

  test('removing the last chip empties the search without an error', async () => {
    api.answer({ [TEXT]: { body: answer({ understood: [chip('đen', 'đen', 'color')] }) } });
    await open();
    await ask('đen');
    await userEvent.click(await screen.findByRole('button', { name: 'Bỏ đen và tìm lại' }));
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(api.calls).toHaveLength(1);
  });

  test('removing a picture chip ignores that aspect until it is restored', async () => {
    api.answer({ [IMAGE]: { body: answer({ understood: [{ kind: 'color', label: 'đen', of: 'image' }] }) } });
    await open();
    await userEvent.click(tab('Hình ảnh'));
    await choose(picture());
    await userEvent.click(button('Tìm kiếm AI'));
    await userEvent.click(await screen.findByRole('button', { name: 'Bỏ đen trong ảnh và tìm lại' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Bỏ qua màu trong ảnh: xét lại' }));
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect(api.to(IMAGE).map((call) => formOf(call).ignore)).toEqual([undefined, 'color', undefined]);
  });
});

describe('pictures', () => {
  test('pasting or dropping a picture switches from the description tab to the picture tab; the combined tab stays', async () => {
    await open();
    act(() => void give('paste', [picture()]));
    await screen.findByRole('img', { name: 'Hình ảnh đã chọn' });
    expect(tab('Hình ảnh')).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(tab('Kết hợp'));
    act(() => void give('drop', [picture('khac.png', 'image/png')]));
    await userEvent.click(button('Tìm kiếm AI'));
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect((formOf(api.to(COMBINED)[0]).image as File).name).toBe('khac.png');
  });

  test('dragging a file over the page shows the drop overlay', async () => {
    await open();
    act(() => void give('dragover', [picture()]));
    expect(screen.getByText('Thả hình ảnh vào đây')).toBeVisible();
    act(() => void give('dragleave', [picture()]));
    expect(screen.queryByText('Thả hình ảnh vào đây')).toBeNull();
    // Words that are dragged about the page are no file.
    expect(give('dragover', []).defaultPrevented).toBe(false);
    expect(screen.queryByText('Thả hình ảnh vào đây')).toBeNull();
  });

  test('only the first dropped file counts, only if it is a picture, and the browser opens no file', async () => {
    await open();
    const pdf = picture('a.pdf', 'application/pdf');
    let dropped!: Event;
    act(() => void (dropped = give('drop', [pdf, picture()])));
    expect(dropped.defaultPrevented).toBe(true);
    expect(tab('Mô tả bằng chữ')).toHaveAttribute('aria-selected', 'true');
    expect(preparePicture).not.toHaveBeenCalled();
    act(() => void give('drop', [picture('mot.jpg'), picture('hai.jpg')]));
    await screen.findByRole('img', { name: 'Hình ảnh đã chọn' });
    expect(jest.mocked(preparePicture).mock.calls.map(([{ name }]) => name)).toEqual(['mot.jpg']);
  });

  test('pasted text goes into the text box even with a picture on the clipboard', async () => {
    await open();
    expect(give('paste', [picture()], { text: 'áo đen', on: box() }).defaultPrevented).toBe(false);
    expect(give('paste', [], { text: 'áo đen' }).defaultPrevented).toBe(false);
    expect(preparePicture).not.toHaveBeenCalled();
  });

  test('an unreadable picture shows an error and is not chosen', async () => {
    jest.mocked(preparePicture).mockRejectedValue(new Error('Không đọc được hình ảnh này.'));
    await open();
    await userEvent.click(tab('Hình ảnh'));
    await choose(picture('a.heic', 'image/heic'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Không đọc được hình ảnh này.');
    expect(screen.queryByRole('img', { name: 'Hình ảnh đã chọn' })).toBeNull();
  });

  test('the last chosen picture wins, however long the first takes to prepare', async () => {
    let finish!: (file: File) => void;
    jest.mocked(preparePicture).mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
    await open();
    await userEvent.click(tab('Hình ảnh'));
    await choose(picture('mot.jpg'));
    expect(button('Tìm kiếm AI')).toBeDisabled();
    await choose(picture('hai.jpg'));
    await screen.findByRole('img', { name: 'Hình ảnh đã chọn' });
    await act(async () => finish(picture('mot.jpg')));
    await userEvent.click(button('Tìm kiếm AI'));
    await screen.findByRole('heading', { name: /^Tìm thấy/ });
    expect((formOf(api.to(IMAGE)[0]).image as File).name).toBe('hai.jpg');
  });

  test('removing the picture moves the focus to the picker', async () => {
    await open();
    await userEvent.click(tab('Hình ảnh'));
    await choose(picture());
    await userEvent.click(await screen.findByRole('button', { name: 'Xóa hình ảnh' }));
    expect(screen.queryByRole('img', { name: 'Hình ảnh đã chọn' })).toBeNull();
    expect(button(/^Chọn hình ảnh/)).toHaveFocus();
    const pick = jest.spyOn(screen.getByLabelText<HTMLInputElement>('Hình ảnh để tìm kiếm'), 'click');
    await userEvent.keyboard('{Enter}');
    expect(pick).toHaveBeenCalledTimes(1);
  });

  describe('the box that cuts a picture', () => {
    const part = { left: 0.02, top: 0, right: 1, bottom: 0.98 };
    const expectStatus = (text: string) => expect(screen.getByText(text)).toHaveAttribute('role', 'status');

    beforeEach(async () => {
      jest
        .mocked(cropPicture)
        .mockReset()
        .mockImplementation((file) => Promise.resolve(picture(`phan-${file.name}`)));
      await open();
      await userEvent.click(tab('Hình ảnh'));
      await choose(picture());
      await screen.findByRole('img', { name: 'Hình ảnh đã chọn' });
    });

    test('begins as the whole picture, which is sent as it is', async () => {
      expectStatus('Vùng tìm kiếm: cả ảnh');
      expect(button('Lấy cả ảnh')).toBeDisabled();
      await userEvent.click(button('Tìm kiếm AI'));
      await screen.findByRole('heading', { name: /^Tìm thấy/ });
      expect((formOf(api.to(IMAGE)[0]).image as File).name).toBe('ao.jpg');
      expect(cropPicture).not.toHaveBeenCalled();
    });

    test('is resized and moved by arrow keys, and only what is in it is sent', async () => {
      button('Góc trên bên trái').focus();
      await userEvent.keyboard('{ArrowRight}');
      button('Góc dưới bên phải').focus();
      await userEvent.keyboard('{ArrowUp}');
      expectStatus('Vùng tìm kiếm: rộng 98%, cao 98%, cách trái 2%, cách trên 0%');
      await userEvent.click(button('Tìm kiếm AI'));
      await screen.findByRole('heading', { name: /^Tìm thấy/ });
      expect(jest.mocked(cropPicture).mock.calls.map(([{ name }, box]) => [name, box])).toEqual([['ao.jpg', part]]);
      expect((formOf(api.to(IMAGE)[0]).image as File).name).toBe('phan-ao.jpg');

      button('Vùng tìm kiếm').focus();
      await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowLeft}{/Shift}');
      expectStatus('Vùng tìm kiếm: rộng 96%, cao 98%, cách trái 2%, cách trên 2%');
    });

    test('is the whole picture again by a button, which gives the focus to the box, and for another picture', async () => {
      button('Góc trên bên trái').focus();
      await userEvent.keyboard('{ArrowRight}');
      await userEvent.click(button('Lấy cả ảnh'));
      expectStatus('Vùng tìm kiếm: cả ảnh');
      expect(button('Vùng tìm kiếm')).toHaveFocus();
      await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
      expectStatus('Vùng tìm kiếm: rộng 100%, cao 98%, cách trái 0%, cách trên 0%');
      await choose(picture('khac.jpg'));
      await screen.findByText('Vùng tìm kiếm: cả ảnh');
    });

    test('of a picture that cannot be cut shows why', async () => {
      jest.mocked(cropPicture).mockRejectedValue(new UnreadablePicture());
      button('Góc trên bên trái').focus();
      await userEvent.keyboard('{ArrowDown}');
      await userEvent.click(button('Tìm kiếm AI'));
      expect(await screen.findByRole('alert')).toHaveTextContent(/Trình duyệt không đọc được hình ảnh này/);
      expect(api.calls).toEqual([]);
    });
  });

  test('a phone can take a picture with its camera', async () => {
    await open();
    await userEvent.click(tab('Hình ảnh'));
    const input = screen.getByLabelText<HTMLInputElement>('Hình ảnh để tìm kiếm');
    const asked: (string | null)[] = [];
    input.addEventListener('click', () => asked.push(input.getAttribute('capture')));
    await userEvent.click(button('Chụp ảnh'));
    await userEvent.click(button(/^Chọn hình ảnh/));
    expect(asked).toEqual(['environment', null]);
    await userEvent.upload(input, picture());
    expect(await screen.findByRole('img', { name: 'Hình ảnh đã chọn' })).toBeInTheDocument();
  });
});

describe('opening and closing', () => {
  test.each([
    ['by its button', () => userEvent.click(button('Đóng'))],
    ['by Escape', async () => screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))],
  ])('closing %s discards the search', async (_, close) => {
    await open();
    await ask('áo');
    await screen.findByRole('article');
    await act(async () => void (await close()));
    await isClosed();
    await userEvent.click(camera());
    await dialog();
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('"Làm mới" clears the search', async () => {
    await open();
    await ask('áo');
    await screen.findByRole('article');
    await userEvent.click(button('Làm mới'));
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('a card opens its product and closes the dialog; going back restores the search and the focus', async () => {
    await open();
    await userEvent.click(tab('Kết hợp'));
    await userEvent.type(box(), 'áo');
    await choose(picture());
    await userEvent.click(button('Tìm kiếm AI'));
    await userEvent.click(await screen.findByRole('link', { name: 'Áo thun' }));
    await isAt('/products/5');
    await isClosed();
    await userEvent.click(button('Quay lại'));
    await isAt('/');
    await dialog();
    expect(tab('Kết hợp')).toHaveAttribute('aria-selected', 'true');
    expect(box()).toHaveValue('áo');
    expect(screen.getByRole('img', { name: 'Hình ảnh đã chọn' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('link', { name: 'Áo thun' })).toHaveFocus());
    expect(api.calls).toHaveLength(1);
  });

  test('opening the dialog on the product’s page restores the search; closing it there discards it', async () => {
    await open();
    await ask('áo');
    await userEvent.click(await screen.findByRole('link', { name: 'Áo thun' }));
    await isAt('/products/5');
    await userEvent.click(camera());
    await dialog();
    expect(box()).toHaveValue('áo');
    expect(screen.getByRole('article')).toBeVisible();
    await userEvent.click(button('Đóng'));
    await userEvent.click(button('Quay lại'));
    await isAt('/');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a restored search is shown once: after it is closed, coming back or opening shows none', async () => {
    await open();
    await ask('áo');
    await userEvent.click(await screen.findByRole('link', { name: 'Áo thun' }));
    await isAt('/products/5');
    await userEvent.click(button('Quay lại'));
    await dialog();
    expect(screen.getByRole('article')).toBeVisible();
    await userEvent.click(button('Đóng'));
    await userEvent.click(button('Đi tới'));
    await isAt('/products/5');
    await userEvent.click(button('Quay lại'));
    await isAt('/');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(camera());
    await dialog();
    expect(box()).toHaveValue('');
  });

  test('is not restored for another user', async () => {
    signedIn();
    await open();
    await ask('áo');
    await userEvent.click(await screen.findByRole('link', { name: 'Áo thun' }));
    await isAt('/products/5');
    act(() => signOut());
    await userEvent.click(button('Quay lại'));
    await isAt('/');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(camera());
    await dialog();
    expect(box()).toHaveValue('');
  });

  test('opening the dialog on any other page resets the search, and going back restores nothing', async () => {
    await open();
    await ask('áo');
    await userEvent.click(await screen.findByRole('link', { name: 'Áo thun' }));
    await isAt('/products/5');
    await userEvent.click(button('Sản phẩm khác'));
    await isAt('/products/9');
    await userEvent.click(camera());
    await dialog();
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('article')).toBeNull();
    await userEvent.click(button('Đóng'));
    await userEvent.click(button('Quay lại'));
    await isAt('/products/5');
    await userEvent.click(button('Quay lại'));
    await isAt('/');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the Back button closes the dialog and discards the search, unless a product was opened from it', async () => {
    await open();
    await userEvent.click(button('Đóng'));
    await userEvent.click(button('Sản phẩm khác'));
    await isAt('/products/9');
    await userEvent.click(camera());
    await dialog();
    await ask('áo');
    await screen.findByRole('article');
    await userEvent.click(button('Quay lại'));
    await isAt('/');
    await isClosed();
    await userEvent.click(button('Đi tới'));
    await isAt('/products/9');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('opening a card in another tab keeps the search open', async () => {
    await open();
    await ask('áo');
    const link = await screen.findByRole('link', { name: 'Áo thun' });
    const user = userEvent.setup();
    // jsdom has no tabs, and would say so.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await user.keyboard('{Control>}');
    await user.click(link);
    expect(screen.getByRole('dialog')).toBeVisible();
    await isAt('/');
  });
});
