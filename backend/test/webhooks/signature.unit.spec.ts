import { newWebhookSecret, signedHeaders } from '../../src/webhooks/sending/signature.js';

describe('the signature of a webhook', () => {
  test('is that of the specification’s own example', () => {
    // https://github.com/standard-webhooks/standard-webhooks: the test vector of its libraries.
    const headers = signedHeaders(
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330,
      '{"test": 2432232314}',
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test.each([
    ['the id', ['evt_2', 1, '{}']],
    ['the time', ['evt_1', 2, '{}']],
    ['the body', ['evt_1', 1, '{ }']],
  ] as const)('changes with %s', (_what, [id, time, body]) => {
    const secret = newWebhookSecret();
    const one = signedHeaders([secret], 'evt_1', 1, '{}')['webhook-signature'];
    expect(signedHeaders([secret], id, time, body)['webhook-signature']).not.toBe(one);
  });

  test('by two secrets is both signatures, the new one first', () => {
    const [now, before] = [newWebhookSecret(), newWebhookSecret()];
    const by = (...secrets: string[]) => signedHeaders(secrets, 'evt_1', 1, '{}')['webhook-signature'];
    expect(by(now, before)).toBe(`${by(now)} ${by(before)}`);
  });

  test('a secret has 256 random bits', () => {
    const [one, two] = [newWebhookSecret(), newWebhookSecret()];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.replace('whsec_', ''), 'base64')).toHaveLength(32);
  });
});
