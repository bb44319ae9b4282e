import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { publicLookup } from '../../../src/platform/network/public-address.js';

const REFUSAL = new Error('not public');
const none = () => Promise.reject(Object.assign(new Error('queryA ENODATA'), { code: 'ENODATA' }));

/** Looks a name up as a connection does. */
function look(open: Parameters<typeof publicLookup>[1], name = 'shop.example'): Promise<string | LookupAddress[]> {
  return new Promise((resolve, reject) => {
    publicLookup(() => REFUSAL, open)(name, { all: true }, (error, address) =>
      error ? reject(error) : resolve(address),
    );
  });
}
const knows = (four: string[], six: string[]) => () => ({
  resolve4: four.length > 0 ? () => Promise.resolve(four) : none,
  resolve6: six.length > 0 ? () => Promise.resolve(six) : none,
});

describe('a name', () => {
  test.each<[string, string[], string[]]>([
    ['IPv4 alone', ['93.184.216.34'], []],
    ['IPv6 alone', [], ['2606:2800:220:1::1']],
    ['both', ['93.184.216.34'], ['2606:2800:220:1::1']],
  ])('with public addresses gives them: %s', async (_kind, four, six) => {
    const found = (await look(knows(four, six))) as LookupAddress[];
    expect(found.map(({ address }) => address)).toEqual([...four, ...six]);
  });

  test.each<[string, string[], string[]]>([
    ['the only one', ['10.0.0.1'], []],
    ['one of two', ['93.184.216.34', '127.0.0.1'], []],
    ['the one of the other family', ['93.184.216.34'], ['fd00::1']],
  ])('with an address that is not public is refused: %s', async (_kind, four, six) => {
    await expect(look(knows(four, six))).rejects.toBe(REFUSAL);
  });

  test.each(['localhost', 'LOCALHOST.', 'shop.localhost'])('of this machine is refused: %s', async (name) => {
    await expect(look(knows(['93.184.216.34'], []), name)).rejects.toBe(REFUSAL);
  });

  test('that nobody knows fails with the reason', async () => {
    await expect(look(knows([], []))).rejects.toMatchObject({ code: 'ENODATA' });
  });
});

test('look-ups that a silent name server leaves without an answer hold up no file, and end', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const open = () => {
    const resolver = new Resolver({ timeout: 1_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    return resolver;
  };
  const pending = Array.from({ length: 20 }, () => look(open).catch(({ code }: { code: string }) => code));
  const first = await Promise.race([...pending, readFile(__filename).then(() => 'the file')]);
  expect(first).toBe('the file');
  expect(new Set(await Promise.all(pending))).toEqual(new Set(['ETIMEOUT']));
  silent.close();
});
