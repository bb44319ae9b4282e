// @ts-check
import http from 'node:http';
import https from 'node:https';

// Loaded into a process of the shop ahead of it (`node --import`): what it sends to Stripe goes to the stand-in at
// CARD_STAND_IN_PORT, as a line in /etc/hosts would have it. The shop itself knows nothing of it.
const port = Number(process.env.CARD_STAND_IN_PORT);

https.request = /** @type {typeof https.request} */ (
  (/** @type {https.RequestOptions} */ options) => {
    if (options.host !== 'api.stripe.com') throw new Error(`Nothing but Stripe is asked over https: ${options.host}`);
    return http.request({ ...options, agent: undefined, protocol: 'http:', host: '127.0.0.1', port });
  }
);
