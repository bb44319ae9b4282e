import request from 'supertest';
import { openShop, shop } from '../../support/client.js';

openShop({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' });

test('a shop with Stripe’s keys has no sandbox', async () => {
  expect((await request(shop().url).get('/sandbox/stripe/v3/stripe.js')).status).toBe(404);
  expect((await request(shop().url).post('/sandbox/stripe/v1/payment_intents')).status).toBe(404);
});
