import { addShelf, changeShelf, getShelves, removeShelf, type ShelfPath } from '~/api/admin/taxonomy';
import { requireAdmin } from '~/routing/guards';
import { textOf } from '~/components/form/form-text';
import { act, load } from '~/components/admin/run-action';
import { listQuery } from '~/components/admin/list-url';
import { SHELF_WORDS } from './taxonomy-labels';

/** What a page of brands or categories shows. */
export async function loadShelves(request: Request, path: ShelfPath) {
  await requireAdmin(request);
  const query = listQuery(new URL(request.url).searchParams, ['search', 'sort']);
  return load(request, (signal) => getShelves(path, query, signal), `Không thể tải ${SHELF_WORDS[path].one}.`);
}

/** Does what its forms ask for: `create`, `change` or `delete`. */
export async function actOnShelf(request: Request, path: ShelfPath) {
  const form = await request.formData();
  const { one } = SHELF_WORDS[path];
  const id = Number(textOf(form, 'id'));
  const called = `${one} ${textOf(form, 'title').trim()}`;
  switch (textOf(form, 'intent')) {
    case 'delete':
      return act(request, () => removeShelf(path, id), {
        done: `Đã xóa ${called}.`,
        otherwise: `Không thể xóa ${called}.`,
      });
    case 'change':
      return act(request, () => changeShelf(path, id, bodyOf(form)), {
        done: `Đã lưu ${called}.`,
        otherwise: `Không thể lưu ${called}.`,
      });
    default:
      return act(request, () => addShelf(path, bodyOf(form)), {
        done: `Đã thêm ${called}.`,
        otherwise: `Không thể thêm ${called}.`,
      });
  }
}

/** A file box in which nothing was chosen sends an empty file, which is no picture. */
function bodyOf(form: FormData): FormData {
  const image = form.get('image');
  if (typeof image === 'string' || image?.size === 0) form.delete('image');
  return form;
}
