import { createTaxonomy, updateTaxonomy } from '~/api/admin/taxonomy';
import { fakeApi } from '../../support/api';
import { fakeUploads } from '../../support/fake-upload';
import { signedIn } from '../../support/given';

/** The form of an entry, as a page sends it. */
function form(image?: File): FormData {
  const body = new FormData();
  body.set('title', 'Đầm');
  if (image) body.set('image', image);
  return body;
}

test('an entry with a picture is uploaded, and one without is a plain call', async () => {
  signedIn({ isAdmin: true });
  const saved = { id: 4, title: 'Đầm' };
  const api = fakeApi({ 'POST /api/category/': { body: saved }, 'PUT /api/brands/4/': { body: saved } });
  const { uploads } = fakeUploads({
    'POST /api/category/': { body: saved },
    'PUT /api/brands/4/': { body: saved },
  });
  const picture = new File(['x'], 'dam.png', { type: 'image/png' });
  expect(await createTaxonomy('category', form())).toEqual(saved);
  expect(await updateTaxonomy('brands', 4, form())).toEqual(saved);
  expect(api.calls).toHaveLength(2);
  expect(uploads).toEqual([]);
  expect(await createTaxonomy('category', form(picture))).toEqual(saved);
  expect(await updateTaxonomy('brands', 4, form(picture))).toEqual(saved);
  expect(uploads.map(({ call }) => call)).toEqual(['POST /api/category/', 'PUT /api/brands/4/']);
  expect(uploads[0]?.body.get('image')).toMatchObject({ name: 'dam.png' });
  expect(api.calls).toHaveLength(2);
});
