import type { SaveSizeTable } from 'contract/catalog/size-tables';
import {
  createTaxonomy,
  updateTaxonomy,
  getTaxonomy,
  deleteCategorySizeTable,
  deleteTaxonomy,
  updateCategorySizeTable,
  type TaxonomyPath,
} from '~/api/admin/taxonomy';
import { textOf } from '~/components/form/form-text';
import { adminLoader, loadPage, recordIn, runAction } from '~/components/admin/run-action';
import { listQuery } from '~/components/admin/list/list-url';
import { TAXONOMY_LABELS } from './taxonomy-labels';

/** The client loader of brands or categories. */
export const taxonomyLoader = (path: TaxonomyPath) =>
  adminLoader(({ request }) => {
    const query = listQuery(new URL(request.url).searchParams, ['search', 'sort']);
    const otherwise = `Không thể tải ${TAXONOMY_LABELS[path].one}.`;
    return loadPage(request, (signal) => getTaxonomy(path, query, signal), otherwise);
  });

/** Runs the form's intent: `create`, `change` or `delete`; for the size table of a category `sizes` or `no-sizes`. */
export async function runTaxonomyAction(request: Request, path: TaxonomyPath) {
  const form = await request.formData();
  const { one } = TAXONOMY_LABELS[path];
  const id = Number(textOf(form, 'id'));
  const called = `${one} ${textOf(form, 'title').trim()}`;
  switch (textOf(form, 'intent')) {
    case 'delete':
      return runAction(request, () => deleteTaxonomy(path, id), {
        done: `Đã xóa ${called}.`,
        otherwise: `Không thể xóa ${called}.`,
      });
    case 'sizes':
      return runAction(request, () => updateCategorySizeTable(id, { ...tableIn(form), was: recordIn(form) }), {
        done: `Đã lưu bảng kích thước của ${called}.`,
        otherwise: `Không thể lưu bảng kích thước của ${called}.`,
      });
    case 'no-sizes':
      return runAction(request, () => deleteCategorySizeTable(id), {
        done: `Đã xóa bảng kích thước của ${called}.`,
        otherwise: `Không thể xóa bảng kích thước của ${called}.`,
      });
    case 'change':
      return runAction(request, () => updateTaxonomy(path, id, toRequestBody(form)), {
        done: `Đã lưu ${called}.`,
        otherwise: `Không thể lưu ${called}.`,
      });
    default:
      return runAction(request, () => createTaxonomy(path, toRequestBody(form)), {
        done: `Đã thêm ${called}.`,
        otherwise: `Không thể thêm ${called}.`,
      });
  }
}

const tableIn = (form: FormData) => JSON.parse(textOf(form, 'table')) as SaveSizeTable;

/** The form without its picture when no file was chosen: an empty file input sends an empty file. */
function toRequestBody(form: FormData): FormData {
  const image = form.get('image');
  if (typeof image === 'string' || image?.size === 0) form.delete('image');
  return form;
}
