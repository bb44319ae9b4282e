import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { FetchFailure, fetchPicture } from '../../../src/media/fetch-picture.js';
import { isPublic } from '../../../src/platform/network/public-address.js';
import { importFile } from '../../support/catalogue.js';
import { openShop, shop } from '../../support/client.js';

openShop();

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A server of pictures. @returns its address */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const inside = (address: string) => fetchPicture(address, { isPrivateAllowed: true });

describe('an address is fetched', () => {
  test.each([
    'http://127.0.0.1/x.jpg',
    'http://2130706433/x.jpg',
    'http://0x7f.1/x.jpg',
    'http://localhost/x.jpg',
    'http://10.1.2.3/x.jpg',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/x.jpg',
    'http://[::ffff:127.0.0.1]/x.jpg',
    'http://[fd00::1]/x.jpg',
    'http://[2002:7f00:1::]/x.jpg',
  ])('never from the own network: %s', async (address) => {
    await expect(fetchPicture(address)).rejects.toThrow('Địa chỉ ảnh nằm trong mạng nội bộ nên không được tải.');
  });

  test.each([
    ['file:///etc/passwd', 'Chỉ tải ảnh qua http hoặc https.'],
    ['ftp://example.com/x.jpg', 'Chỉ tải ảnh qua http hoặc https.'],
    ['http://', 'Địa chỉ ảnh không hợp lệ.'],
  ])('only over http: %s', async (address, sentence) => {
    await expect(fetchPicture(address)).rejects.toThrow(sentence);
  });

  test('after at most three redirects, none of them to a file', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/a') response.writeHead(302, { Location: '/b' }).end();
      else if (request.url === '/loop') response.writeHead(302, { Location: '/loop' }).end();
      else if (request.url === '/file') response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
      else response.end('picture');
    });
    expect((await inside(`${url}/a`)).toString()).toBe('picture');
    await expect(inside(`${url}/loop`)).rejects.toThrow('Ảnh bị chuyển hướng quá 3 lần.');
    await expect(inside(`${url}/file`)).rejects.toThrow('Chỉ tải ảnh qua http hoặc https.');
  });

  test('up to ten megabytes, and only when it is there', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/none') response.writeHead(404).end();
      else response.end(Buffer.alloc(10 * 1024 * 1024 + 1));
    });
    await expect(inside(`${url}/none`)).rejects.toThrow('Máy chủ của ảnh phản hồi mã 404.');
    await expect(inside(`${url}/large`)).rejects.toThrow('Ảnh lớn hơn 10 MB.');
    await expect(inside('http://127.0.0.1:9/x')).rejects.toThrow(
      'Không kết nối được tới máy chủ của ảnh (ECONNREFUSED).',
    );
  });

  test('without waiting for ever where the server switches protocols', async () => {
    const url = await serve((_, { socket }) =>
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n'),
    );
    await expect(inside(url)).rejects.toThrow('Không kết nối được tới máy chủ của ảnh (ECONNRESET).');
  });

  test.each<[string, boolean]>([
    ['8.8.8.8', true],
    ['100.63.255.255', true],
    ['100.64.0.1', false],
    ['172.31.0.1', false],
    ['172.32.0.1', true],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['0.0.0.0', false],
    ['2606:4700::1111', true],
    ['2001:db8::1', false],
    ['64:ff9b::7f00:1', false],
    ['fe80::1%eth0', false],
    ['::ffff:8.8.8.8', false],
  ])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected));
});

describe('an import', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'may-pictures-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const HEADER = 'Handle,Title,Variant Price,Image Src';
  const importRows = (rows: string[], fetched: (address: string) => Promise<Buffer>) => {
    const file = path.join(folder, 'x.csv');
    writeFileSync(file, [HEADER, ...rows].join('\n'));
    return importFile(file, { fetched });
  };
  const drawn = (red: number) =>
    sharp({ create: { width: 30, height: 40, channels: 3, background: { r: red, g: 80, b: 120 } } })
      .jpeg()
      .toBuffer();
  const shownBy = async (handle: string) => {
    const rows: { media_hash: string }[] = await shop().db.query(
      'SELECT media_hash FROM product_images i JOIN products p ON p.id = product_id WHERE handle = $1 ORDER BY position',
      [handle],
    );
    return rows.map(({ media_hash }) => media_hash);
  };

  test('fetches each picture once, four at a time', async () => {
    let [maxAtOnce, requests] = [0, 0];
    const waiting: (() => void)[] = [];
    // Each waits until four do, and a moment longer, in which a fifth could come.
    const url = await serve((request, response) => {
      requests += 1;
      const red = 20 * Number(/\d+/.exec(request.url ?? '')?.[0]);
      waiting.push(() => void drawn(red).then((bytes) => response.end(bytes)));
      maxAtOnce = Math.max(maxAtOnce, waiting.length);
      if (waiting.length === 4) setTimeout(() => waiting.splice(0).forEach((respond) => respond()), 20);
    });
    const rows = Array.from({ length: 12 }, (_, nth) => `many,${nth === 0 ? 'M,9' : ','},${url}/${nth}.jpg`);
    const { counts } = await importRows([...rows, `twice,T,9,${url}/3.jpg`], inside);
    expect(counts).toMatchObject({ created: 2, warnings: 0 });
    expect({ requests, maxAtOnce }).toEqual({ requests: 12, maxAtOnce: 4 });
    expect(await shownBy('many')).toHaveLength(12);
    expect((await importRows([...rows, `twice,T,9,${url}/3.jpg`], inside)).counts.unchanged).toBe(2);
    expect(requests).toBe(12);
  });

  test('leaves the pictures that there are when one of the new ones cannot be had', async () => {
    const fetched = async (address: string) => {
      if (address.includes('gone')) throw new FetchFailure('Máy chủ của ảnh phản hồi mã 404.');
      return drawn(address.length);
    };
    await importRows(['kept,K,9,http://example.com/old.jpg'], fetched);
    const before = await shownBy('kept');
    const rows = ['kept,K,9,http://example.com/newer.jpg', 'kept,,,http://example.com/gone.jpg'];
    const { counts, lines } = await importRows(rows, fetched);
    expect(counts).toMatchObject({ unchanged: 1, warnings: 1 });
    expect(lines[0]?.message).toBe('Bỏ qua ảnh http://example.com/gone.jpg: Máy chủ của ảnh phản hồi mã 404.');
    expect(await shownBy('kept')).toEqual(before);
  });

  test('asks a server that cannot be reached three times at most', async () => {
    let requests = 0;
    const fetched = async () => {
      requests += 1;
      throw new FetchFailure('Không kết nối được.', true);
    };
    const rows = Array.from({ length: 30 }, (_, nth) => `down-${nth},D,9,http://down.example/${nth}.jpg`);
    expect((await importRows(rows, fetched)).counts).toMatchObject({ created: 30, warnings: 30 });
    // Four are asked for before the third failure is known.
    expect(requests).toBeLessThanOrEqual(6);
  });
});
