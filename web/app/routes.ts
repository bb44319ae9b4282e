import { index, layout, route, type RouteConfig } from '@remix-run/route-config';

export default [
  route('robots.txt', 'routes/files/robots.ts'),
  route('sitemap.xml', 'routes/files/sitemap.ts'),
  route('tkb', 'routes/tkb/tkb.tsx'),
  route('tkblogin', 'routes/tkb/login.tsx'),
  layout('routes/shop/layout.tsx', [
    index('routes/shop/home.tsx'),
    route('search', 'routes/shop/search.tsx'),
    route('products/:id', 'routes/shop/product.tsx'),
    route('cart', 'routes/checkout/cart.tsx'),
    route('login', 'routes/account/login.tsx'),
    route('register', 'routes/account/register.tsx'),
    route('logout', 'routes/account/logout.tsx'),
    route('forgot-password', 'routes/account/forgot-password.tsx'),
    route('reset-password', 'routes/account/reset-password.tsx'),
    route('profile', 'routes/account/profile.tsx'),
    route('terms', 'routes/pages/terms.tsx'),
    route('privacy', 'routes/pages/privacy.tsx'),
    layout('routes/signed-in.tsx', [
      route('shipping', 'routes/checkout/shipping.tsx'),
      route('payment', 'routes/checkout/payment.tsx'),
      route('placeorder', 'routes/checkout/place-order.tsx'),
      route('orders/:id', 'routes/checkout/order.tsx'),
      route('confirmation', 'routes/checkout/confirmation.tsx'),
      route('paybox', 'routes/checkout/paybox.tsx'),
      route('favorites', 'routes/shop/favorites.tsx'),
      route('user/chat', 'routes/account/chat.tsx'),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
  layout('routes/admin/layout.tsx', [
    route('admin', 'routes/admin/dashboard.tsx'),
    route('admin/chat', 'routes/admin/chat.tsx'),
    route('admin/mails', 'routes/admin/mails.tsx'),
  ]),
] satisfies RouteConfig;
