import { render, screen } from '@testing-library/react';
import { RatingHistogram, Reviews } from '~/shop/reviews';

const review = {
  id: 1,
  name: '',
  user_info: { username: 'lan' },
  rating: 5,
  comment: 'Rất đẹp',
  createdAt: '2026-01-31T20:30:00.000Z',
  verified_purchase: true,
};

test('shares are counted from the reviews, five stars first', () => {
  render(<RatingHistogram breakdown={{ 1: 0, 2: 0, 3: 1, 4: 2, 5: 5 }} />);
  const rows = screen.getAllByRole('definition').map((row) => row.textContent);
  expect(rows).toEqual(['63% (5)', '25% (2)', '13% (1)', '0% (0)', '0% (0)']);
});

test('no reviews make no bars of nothing', () => {
  render(<RatingHistogram breakdown={{ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }} />);
  expect(screen.getAllByRole('definition')[0]).toHaveTextContent('0% (0)');
});

test('a review tells who, when in Vietnam, how many stars, and whether it was bought', () => {
  render(
    <Reviews
      product={{ rating: 5, numReviews: 2, rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 2 }, reviews: [review] }}
    />,
  );
  expect(screen.getByText('lan')).toBeVisible();
  expect(screen.getByText('01/02/2026')).toHaveAttribute('datetime', review.createdAt);
  expect(screen.getByText('Đã mua hàng')).toBeVisible();
  expect(screen.getByText('Đang hiện 1 đánh giá mới nhất.')).toBeVisible();
});

test('a product nobody reviewed says so', () => {
  render(
    <Reviews product={{ rating: 0, numReviews: 0, rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }, reviews: [] }} />,
  );
  expect(screen.getByText('Chưa có đánh giá nào cho sản phẩm này.')).toBeVisible();
});
