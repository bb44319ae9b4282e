import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Product, Review } from 'contract/catalog/catalog';
import { RatingHistogram, Reviews } from '~/features/reviews/reviews';
import { sendForm } from '~/features/reviews/review-fields';
import { keepPhotos, photosFor } from '~/features/reviews/photos/photo-drafts';
import { uploadProgress } from '~/features/reviews/photos/upload-progress';
import { UnreadablePicture, shrinkPicture } from '~/lib/picture';
import { fakeUploads } from '../../support/fake-upload';
import { fakeApi, type Reply } from '../../support/api';
import { product, signedIn } from '../../support/given';
import { doublePress, openShop, press } from '../../support/shop-pages';

// What the browser draws is tested with the AI search, which sends pictures too.
jest.mock('~/lib/picture', () => ({
  ...jest.requireActual<object>('~/lib/picture'),
  shrinkPicture: jest.fn(),
}));

const review = (changed: Partial<Review> = {}): Review => ({
  id: 1,
  name: '',
  user_info: { username: 'minh' },
  rating: 5,
  comment: 'Rất đẹp',
  fit: null,
  createdAt: '2026-01-31T20:30:00.000Z',
  verified_purchase: true,
  photos: [],
  ...changed,
});

/** Reviews by others, 1 the newest; of five stars, every third of four. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    review({ id: 1_000 - index, comment: `Bài ${index + 1}`, rating: index % 3 === 2 ? 4 : 5 }),
  );

const countsOf = (reviews: readonly Review[]) => {
  const of = (stars: number) => reviews.filter(({ rating }) => rating === stars).length;
  return { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) };
};

/** A product with all of these reviews, of which the page comes with the newest 50. */
const reviewed = (all: readonly Review[], changed: Partial<Product> = {}) =>
  product({
    rating: 4.7,
    numReviews: all.length,
    rating_breakdown: countsOf(all),
    reviews: all.slice(0, 50),
    ...changed,
  });

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  // In memory, unlike the other drafts.
  keepPhotos(5, 7, []);
  jest
    .mocked(shrinkPicture)
    .mockReset()
    .mockImplementation((file) => Promise.resolve(file));
  api = fakeApi();
});

/** Opens the reviews on a page whose action sends one, as the product's page does. */
function open(shown: Product | (() => Product)) {
  const Page = () => <Reviews product={typeof shown === 'function' ? shown() : shown} />;
  const clientAction = async ({ request }: { request: Request }) => {
    const form = await request.formData();
    return sendForm(5, form);
  };
  return openShop({ 'products/:id': { default: Page, clientAction } }, '/products/5');
}

/** Answers pages out of all reviews, as the server does. */
const serve = (all: readonly Review[]) => {
  const spy = globalThis.fetch as unknown as jest.Mock;
  api.answer({
    'GET /api/products/5/reviews/': (): Reply => {
      const address = spy.mock.lastCall?.[0] as string;
      const query = new URLSearchParams(address.split('?')[1]);
      const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))];
      const fitting = all.filter(({ rating }) => !query.has('rating') || rating === Number(query.get('rating')));
      const results = fitting.slice((page - 1) * size, page * size);
      return { body: { count: fitting.length, page, page_size: size, results } };
    },
  });
};

const shownReviews = () => screen.queryAllByText(/^Bài \d+$/).map(({ textContent }) => textContent);

describe('the histogram', () => {
  const rows = () => screen.getAllByRole('button').map((row) => row.textContent);

  test('shows the share of each number of stars, five first', () => {
    render(<RatingHistogram breakdown={{ 1: 0, 2: 0, 3: 1, 4: 2, 5: 5 }} chosen={null} onChoose={() => {}} />);
    expect(rows()).toEqual(['5 sao63% (5)', '4 sao25% (2)', '3 sao13% (1)', '2 sao0% (0)', '1 sao0% (0)']);
    expect(screen.getByRole('button', { name: /^1 sao/ })).toBeDisabled();
  });

  test('shows empty bars without reviews', () => {
    render(<RatingHistogram breakdown={{ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }} chosen={null} onChoose={() => {}} />);
    expect(rows()[0]).toBe('5 sao0% (0)');
  });
});

describe('the list', () => {
  test('shows author, date in Vietnam, stars and verified purchase', async () => {
    open(reviewed([review(), review({ id: 2, name: 'Trần Lan', verified_purchase: false, rating: 2 })]));
    expect(await screen.findByText('minh')).toBeVisible();
    expect(screen.getByText('Trần Lan')).toBeVisible();
    expect(screen.getAllByText('01/02/2026')[0]).toHaveAttribute('datetime', '2026-01-31T20:30:00.000Z');
    expect(screen.getAllByText('Đã mua hàng')).toHaveLength(1);
    expect(screen.getByRole('img', { name: '2 trên 5 sao' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Xem thêm đánh giá' })).toBeNull();
  });

  test('their author sees which photos wait for approval', async () => {
    signedIn();
    const [approved, waiting] = ['a', 'b'].map((digit) => `/media/${digit.repeat(32)}/640.webp`);
    const mine = review({ user_info: { username: 'lan' }, photos: [approved!] });
    const all_photos = [
      { id: 1, image: approved, is_approved: true },
      { id: 2, image: waiting, is_approved: false },
    ];
    api.answer({ 'GET /api/products/5/reviews/mine/': { body: { ...mine, all_photos } } });
    open(reviewed([mine, review({ id: 2 })]));
    expect(await screen.findAllByText('Đang chờ duyệt')).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /^Phóng to/ })).toHaveLength(2);
  });

  test('shows photos as thumbnails that open larger in a dialog', async () => {
    const photos = ['a', 'b'].map((digit) => `/media/${digit.repeat(32)}/640.webp`);
    open(reviewed([review({ photos })]));
    await userEvent.click(await screen.findByRole('button', { name: 'Phóng to ảnh 2 của minh' }));
    const large = await screen.findByRole('img', { name: 'Ảnh 2 của minh' });
    expect(large).toHaveAttribute('src', `/media/${'b'.repeat(32)}/1280.webp`);
    await userEvent.click(screen.getByRole('button', { name: 'Đóng' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a photo stands over its thumbnail while it loads, in its own shape, and is loaded again when it failed', async () => {
    open(reviewed([review({ photos: [`/media/${'a'.repeat(32)}/640.webp`] })]));
    const button = await screen.findByRole('button', { name: 'Phóng to ảnh 1 của minh' });
    const thumbnail = button.querySelector('img');
    for (const [name, value] of Object.entries({ currentSrc: '/160.avif', naturalWidth: 160, naturalHeight: 120 })) {
      Object.defineProperty(thumbnail, name, { value });
    }
    await userEvent.click(button);
    const large = () => screen.findByRole('img', { name: 'Ảnh 1 của minh' });
    expect(await large()).toHaveAttribute('height', '960');
    expect(await large()).toHaveStyle({ backgroundImage: 'url("/160.avif")' });
    fireEvent.error(await large());
    expect(screen.getByRole('alert')).toHaveTextContent('Không tải được ảnh này.');
    await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await large()).toBeInTheDocument();
  });

  test('says so when a product has no reviews', async () => {
    open(product());
    expect(await screen.findByText('Chưa có đánh giá nào cho sản phẩm này.')).toBeVisible();
  });

  test('shows ten more at a time without a request, and moves the focus when all are shown', async () => {
    open(reviewed(many(23)));
    await screen.findByText('Bài 1');
    expect(shownReviews()).toHaveLength(10);
    await press('Xem thêm đánh giá');
    expect(shownReviews()).toHaveLength(20);
    await press('Xem thêm đánh giá');
    expect(shownReviews()).toHaveLength(23);
    expect(screen.queryByRole('button', { name: 'Xem thêm đánh giá' })).toBeNull();
    expect(document.activeElement).toHaveTextContent('Bài 21');
    expect(api.calls).toEqual([]);
  });

  test('requests further pages until there are no more', async () => {
    const all = many(33);
    serve(all);
    open(reviewed(all, { reviews: all.slice(0, 20) }));
    await press('Xem thêm đánh giá');
    expect(shownReviews()).toHaveLength(20);
    expect(api.calls).toEqual([]);
    await press('Xem thêm đánh giá');
    await waitFor(() => expect(shownReviews()).toHaveLength(30));
    await press('Xem thêm đánh giá');
    await waitFor(() => expect(shownReviews()).toEqual(all.map(({ comment }) => comment)));
    expect(screen.queryByRole('button', { name: 'Xem thêm đánh giá' })).toBeNull();
  });

  test('shows no review twice when a new one arrives meanwhile', async () => {
    const all = many(15);
    serve([review({ id: 2_000, comment: 'Bài mới' }), ...all]);
    open(reviewed(all, { reviews: all.slice(0, 10) }));
    await press('Xem thêm đánh giá');
    await waitFor(() => expect(shownReviews()).toHaveLength(15));
    expect(new Set(shownReviews()).size).toBe(15);
  });

  test('filters by stars locally when all reviews are loaded', async () => {
    open(reviewed(many(12)));
    await press(/^4 sao/);
    expect(screen.getByText('4 đánh giá 4 sao')).toBeVisible();
    expect(shownReviews()).toEqual(['Bài 3', 'Bài 6', 'Bài 9', 'Bài 12']);
    expect(screen.getByRole('button', { name: /^4 sao/ })).toHaveAttribute('aria-pressed', 'true');
    await press('Xem tất cả');
    expect(shownReviews()).toHaveLength(10);
    expect(api.calls).toEqual([]);
  });

  test('filters by stars on the server when more exist; pressing again shows all', async () => {
    const all = many(63);
    serve(all);
    open(reviewed(all));
    await press(/^4 sao/);
    await waitFor(() => expect(shownReviews()).toHaveLength(10));
    expect(shownReviews()[1]).toBe('Bài 6');
    await press('Xem thêm đánh giá');
    await waitFor(() => expect(shownReviews()).toHaveLength(20));
    await press(/^4 sao/);
    expect(shownReviews()[1]).toBe('Bài 2');
  });

  test('shows a failure with a retry', async () => {
    const all = many(63);
    api.answer({ 'GET /api/products/5/reviews/': 'unreachable' });
    open(reviewed(all));
    await press(/^5 sao/);
    expect(await screen.findByRole('alert')).toHaveTextContent('Không thể tải đánh giá.');
    serve(all);
    await press('Thử lại');
    await waitFor(() => expect(shownReviews()).toHaveLength(10));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the form', () => {
  const SEND = 'POST /api/products/5/reviews/';
  const comment = () => screen.findByRole('textbox', { name: /^Nhận xét/ });
  const stars = (name: RegExp) => screen.getByRole('radio', { name });
  const mine = review({ id: 9, user_info: { username: 'lan' }, comment: 'Vải mát', rating: 4 });

  test('asks a guest to sign in and returns to the reviews', async () => {
    open(product());
    expect(await screen.findByText('Vui lòng đăng nhập để viết đánh giá.')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Đăng nhập' });
    expect(link).toHaveAttribute('href', '/login?redirect=/products/5%23reviews');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('requires stars and text, with errors at the fields', async () => {
    signedIn();
    open(product());
    await press('Gửi đánh giá');
    expect(await screen.findByText('Vui lòng chọn số sao')).toBeVisible();
    expect(screen.getByText('Vui lòng nhập nhận xét')).toBeVisible();
    await waitFor(() => expect(stars(/^1 sao/)).toHaveFocus());
    expect(api.to(SEND)).toEqual([]);
  });

  test('selects stars by arrow keys and counts characters', async () => {
    signedIn();
    open(product());
    await userEvent.type(await comment(), 'Vải mát');
    expect(screen.getByText('7/2.000')).toBeVisible();
    expect(await comment()).toHaveAttribute('maxlength', '2000');
    await userEvent.click(stars(/^3 sao/));
    await userEvent.keyboard('{ArrowRight}');
    expect(stars(/^4 sao, tốt/)).toBeChecked();
  });

  test('a double press sends the review once', async () => {
    signedIn();
    const refusal = { status: 400, body: { detail: 'Bạn đã đánh giá sản phẩm này' } };
    api.answer({ [SEND]: () => (api.to(SEND).length > 1 ? refusal : { status: 201, body: mine }) });
    open(product());
    await userEvent.type(await comment(), 'Vải mát');
    await userEvent.click(stars(/^4 sao/));
    const send = screen.getByRole('button', { name: 'Gửi đánh giá' });
    doublePress(send);
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(api.to(SEND)).toHaveLength(1);
  });

  test('sends the review, says thanks and shows it', async () => {
    signedIn();
    let shown = product();
    api.answer({
      [SEND]: () => {
        shown = reviewed([mine]);
        return { status: 201, body: mine };
      },
    });
    open(() => shown);
    await userEvent.type(await comment(), ' Vải mát ');
    await userEvent.click(stars(/^4 sao/));
    await press('Gửi đánh giá');
    expect(await screen.findByText('Đánh giá của bạn đã được gửi thành công!')).toBeVisible();
    expect(api.to(SEND)[0]?.body).toEqual({ rating: 4, comment: ' Vải mát ' });
    const thanks = await screen.findByText('Bạn đã đánh giá sản phẩm này');
    expect(thanks).toBeVisible();
    // The button that was pressed is gone.
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(document.activeElement).toContainElement(thanks);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(localStorage.getItem('reviewDrafts')).toBe('[]');
  });

  test('that the shop has already, after an answer that was lost, shows it and drops its draft', async () => {
    signedIn();
    let shown = product();
    api.answer({
      [SEND]: () => {
        shown = reviewed([mine]);
        return { status: 400, body: { detail: 'Bạn đã đánh giá sản phẩm này' } };
      },
    });
    open(() => shown);
    await userEvent.type(await comment(), 'Vải mát');
    await userEvent.click(stars(/^4 sao/));
    await press('Gửi đánh giá');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(screen.getAllByText('Bạn đã đánh giá sản phẩm này')).not.toEqual([]);
    expect(localStorage.getItem('reviewDrafts')).toBe('[]');
  });

  test('leaves the photos that were chosen for another product', () => {
    const photo = new File(['x'], '1.jpg', { type: 'image/jpeg' });
    keepPhotos(5, 7, [photo]);
    keepPhotos(6, 7, []);
    expect(photosFor(5, 7)).toEqual([photo]);
    keepPhotos(5, 7, []);
    expect(photosFor(5, 7)).toEqual([]);
  });

  test('sends up to three photos, keeps them when one is refused, and takes back one', async () => {
    signedIn();
    URL.createObjectURL = () => 'blob:preview';
    URL.revokeObjectURL = () => undefined;
    const uploads = fakeUploads({ [SEND]: { status: 415, body: { detail: 'Vui lòng chọn file hình ảnh' } } });
    open(product());
    await userEvent.type(await comment(), 'Vải mát');
    await userEvent.click(stars(/^4 sao/));
    const files = ['1', '2', '3', '4'].map((name) => new File([name], `${name}.jpg`, { type: 'image/jpeg' }));
    await userEvent.upload(screen.getByLabelText('Chọn ảnh'), files);
    expect(await screen.findByText('Tối đa 3 ảnh')).toBeVisible();
    await press('Bỏ ảnh 3');
    expect(screen.getByRole('button', { name: 'Bỏ ảnh 2' })).toHaveFocus();
    await userEvent.upload(screen.getByLabelText('Chọn ảnh'), files[2]!);
    await screen.findByRole('button', { name: 'Bỏ ảnh 3' });
    await press('Bỏ ảnh 1');
    await press('Gửi đánh giá');
    expect(await screen.findByText('Vui lòng chọn file hình ảnh')).toBeVisible();
    expect(uploads.uploads[0]?.body.getAll('photos')).toHaveLength(2);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getAllByRole('img', { name: /^Ảnh \d: [23].jpg/ })).toHaveLength(2);
    expect(await comment()).toHaveValue('Vải mát');
  });

  describe('a chosen photo', () => {
    const choose = (...files: File[]) =>
      userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Chọn ảnh'), files);
    const photo = (name: string, type = 'image/jpeg') => new File(['x'], name, { type });
    const shown = () => screen.queryAllByRole('img', { name: /^Ảnh \d: / }).map((image) => image.getAttribute('alt'));

    beforeEach(async () => {
      URL.createObjectURL = () => 'blob:preview';
      URL.revokeObjectURL = () => undefined;
      signedIn();
      open(product());
      await comment();
    });

    test('is made smaller before its size counts; the review waits for it', async () => {
      let finish!: (file: File) => void;
      jest.mocked(shrinkPicture).mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
      const large = Object.defineProperty(photo('to.jpg'), 'size', { value: 20_000_000 });
      await choose(large);
      expect(shrinkPicture).toHaveBeenCalledWith(large, 5 * 1024 * 1024);
      expect(screen.getByRole('button', { name: 'Gửi đánh giá' })).toBeDisabled();
      await act(async () => finish(photo('nho.jpg')));
      expect(shown()).toEqual(['Ảnh 1: nho.jpg']);
      expect(screen.getByRole('button', { name: 'Gửi đánh giá' })).toBeEnabled();
    });

    test('that the browser cannot read is refused, and the others stay', async () => {
      jest.mocked(shrinkPicture).mockRejectedValueOnce(new UnreadablePicture());
      await choose(photo('IMG_1.heic', ''), photo('2.jpg'));
      expect(await screen.findByText(/^Trình duyệt không đọc được hình ảnh này \(ảnh HEIC/)).toBeVisible();
      expect(shown()).toEqual(['Ảnh 1: 2.jpg']);
    });

    test('that is no picture is refused', async () => {
      await choose(photo('don.pdf', 'application/pdf'));
      expect(await screen.findByText('Vui lòng chọn file hình ảnh')).toBeVisible();
      expect(shrinkPicture).not.toHaveBeenCalled();
    });
  });

  test('shows how much of the photos has been sent', async () => {
    signedIn();
    open(product());
    await comment();
    act(() => uploadProgress.set(0.5));
    expect(screen.getByRole('progressbar', { name: 'Đang tải ảnh lên' })).toHaveAttribute('aria-valuenow', '50');
    act(() => uploadProgress.set(null));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('is hidden from a shopper who has already reviewed', async () => {
    signedIn();
    open(reviewed([mine]));
    expect(await screen.findByText('Bạn đã đánh giá sản phẩm này')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test.each([
    ['no answer', 'unreachable' as const, 'Đã xảy ra lỗi khi gửi đánh giá'],
    ['a breakdown', { status: 500 }, 'Đã xảy ra lỗi khi gửi đánh giá'],
    ['a wrong field', { status: 400, body: { detail: 'x', comment: ['Tối đa 2000 ký tự'] } }, undefined],
  ])('shows the error on %s and keeps the input', async (_, reply, sentence) => {
    signedIn();
    api.answer({ [SEND]: reply });
    open(product());
    await userEvent.type(await comment(), 'Vải mát');
    await userEvent.click(stars(/^4 sao/));
    await press('Gửi đánh giá');
    expect(await screen.findByText(sentence ?? 'Tối đa 2000 ký tự')).toBeVisible();
    expect(await comment()).toHaveValue('Vải mát');
    expect(stars(/^4 sao/)).toBeChecked();
  });

  test('keeps the input when an expired session leads to the sign-in page', async () => {
    signedIn();
    api.answer({ [SEND]: { status: 401 }, 'POST /auth/jwt/refresh/': { status: 401 } });
    const { unmount } = open(product());
    await userEvent.type(await comment(), 'Vải mát');
    await userEvent.click(stars(/^4 sao/));
    await press('Gửi đánh giá');
    expect(await screen.findByText(/Nội dung viết dở vẫn được giữ/)).toBeVisible();
    unmount();
    signedIn();
    open(product());
    expect(await comment()).toHaveValue('Vải mát');
    expect(stars(/^4 sao/)).toBeChecked();
  });

  test('hides a draft from other users', async () => {
    signedIn();
    const { unmount } = open(product());
    await userEvent.type(await comment(), 'Vải mát');
    unmount();
    signedIn({ id: 8, username: 'minh' });
    open(product());
    expect(await comment()).toHaveValue('');
  });

  test('ignores invalid stored drafts', async () => {
    localStorage.setItem('reviewDrafts', JSON.stringify([null, { product: 5, user: 7, rating: 9, comment: 'Cũ' }, 3]));
    signedIn();
    open(product());
    expect(await comment()).toHaveValue('Cũ');
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
  });
});
