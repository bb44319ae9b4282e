import { MAX_SEARCH_PICTURE_BYTES } from 'contract/rules';
import { cropPicture, preparePicture } from '~/features/ai-search/query/ai-search-picture';

/** How large the browser finds each picture to be; none that it cannot read. */
let decoded: { width: number; height: number } | null;
let pen: { fillStyle: string; fillRect: jest.Mock; drawImage: jest.Mock };
/** Bytes of what the canvas gives. */
let drawnBytes: number;

const file = (name: string, type: string, size = 1_000) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });

beforeEach(() => {
  drawnBytes = 200_000;
  pen = { fillStyle: '', fillRect: jest.fn(), drawImage: jest.fn() };
  Object.assign(globalThis, {
    createImageBitmap: (_: File, options: object) => {
      expect(options).toEqual({ imageOrientation: 'from-image' });
      return decoded
        ? Promise.resolve({ ...decoded, close: () => {} })
        : Promise.reject(new Error('InvalidStateError'));
    },
  });
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('EncodingError'));
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type, quality) => {
    expect([type, quality]).toEqual(['image/jpeg', 0.85]);
    const blob = new Blob(['x'], { type });
    done(Object.defineProperty(blob, 'size', { value: drawnBytes }));
  });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])(
  'a small %s goes out as it is',
  async (type) => {
    decoded = { width: 1_600, height: 1_200 };
    const small = file('ao', type, MAX_SEARCH_PICTURE_BYTES);
    expect(await preparePicture(small)).toBe(small);
  },
);

test.each([
  ['longer than 1,600 pixels', { width: 4_000, height: 3_000 }, file('ao.png', 'image/png'), 1_600, 1_200],
  ['of a tall panorama', { width: 100, height: 20_000 }, file('ao.png', 'image/png'), 8, 1_600],
  ['over 5 MB', { width: 1_000, height: 500 }, file('ao.png', 'image/png', MAX_SEARCH_PICTURE_BYTES + 1), 1_000, 500],
  ['of a kind that the server does not read', { width: 640, height: 480 }, file('ao.bmp', 'image/bmp'), 640, 480],
])('a picture %s is converted to JPEG', async (_, size, picture, width, height) => {
  decoded = size;
  const ready = await preparePicture(picture);
  expect(pen.drawImage.mock.calls).toEqual([[expect.objectContaining(size), 0, 0, width, height]]);
  // What is transparent becomes white, not black.
  expect(pen.fillRect.mock.calls).toEqual([[0, 0, width, height]]);
  expect([ready.name, ready.type]).toEqual(['ao.jpg', 'image/jpeg']);
});

test('an unreadable picture is rejected with a message', async () => {
  decoded = null;
  await expect(preparePicture(file('ao.heic', 'image/heic'))).rejects.toThrow(
    /^Trình duyệt không đọc được hình ảnh này/,
  );
});

test('a picture that only an image element can decode is converted', async () => {
  decoded = null;
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  jest.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(3_200);
  jest.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(1_600);
  expect((await preparePicture(file('ao.svg', 'image/svg+xml'))).name).toBe('ao.jpg');
  expect(pen.drawImage.mock.calls).toEqual([[expect.any(HTMLImageElement), 0, 0, 1_600, 800]]);
});

test('a converted picture over 5 MB is rejected', async () => {
  decoded = { width: 4_000, height: 4_000 };
  drawnBytes = MAX_SEARCH_PICTURE_BYTES + 1;
  await expect(preparePicture(file('ao.png', 'image/png'))).rejects.toThrow(/không đọc được/);
});

test('a box is cut out of a picture in whole pixels, as a JPEG', async () => {
  decoded = { width: 1_200, height: 801 };
  const part = await cropPicture(file('ao.png', 'image/png'), { left: 0.25, top: 0.5, right: 0.75, bottom: 1 });
  expect(pen.drawImage.mock.calls).toEqual([[expect.objectContaining(decoded), 300, 401, 600, 400, 0, 0, 600, 400]]);
  expect([part.name, part.type]).toEqual(['ao.jpg', 'image/jpeg']);
});
