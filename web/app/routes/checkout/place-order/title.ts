/** The heading of the page. */
export const PLACE_ORDER_TITLE = 'Kiểm tra và đặt hàng';
