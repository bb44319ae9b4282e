import { useLoaderData, useLocation, type ClientActionFunctionArgs } from '@remix-run/react';
import { adminLoader, recordIn, runAction, loadPage } from '~/components/admin/run-action';
import { ColorList } from './color-list';
import { listQuery } from '~/components/admin/list/list-url';
import { SizeList } from './size-list';
import {
  createColor,
  createSize,
  updateColor,
  updateSize,
  listAdminColors,
  listAdminSizes,
  deleteColor,
  deleteSize,
} from '~/api/admin/options';
import { adminPage } from '~/components/shop/page-title';
import { textOf } from '~/components/form/form-text';

export const meta = adminPage('Màu & kích cỡ');

/** Loads the sizes with `?tab=sizes`, else the colours. */
export const clientLoader = adminLoader(async ({ request }) => {
  const params = new URL(request.url).searchParams;
  const query = listQuery(params, ['search', 'sort']);
  if (params.get('tab') === 'sizes') {
    const sizes = await loadPage(request, (signal) => listAdminSizes(query, signal), 'Không thể tải kích cỡ.');
    return { tab: 'sizes', sizes } as const;
  }
  const colors = await loadPage(request, (signal) => listAdminColors(query, signal), 'Không thể tải màu.');
  return { tab: 'colors', colors } as const;
});

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const id = Number(textOf(form, 'id'));
  const name = textOf(form, 'name');
  const color = { name, hex_code: textOf(form, 'hex_code') };
  // Without a position, the server places a size by its name.
  const place = textOf(form, 'position');
  const size = { name, ...(place && { position: Number(place) }) };
  switch (textOf(form, 'intent')) {
    case 'create-color':
      return runAction(request, () => createColor(color), {
        done: `Đã thêm màu ${name}.`,
        otherwise: 'Không thể thêm màu.',
      });
    case 'change-color':
      return runAction(request, () => updateColor(id, { ...color, was: recordIn(form) }), {
        done: `Đã lưu màu ${name}.`,
        otherwise: 'Không thể lưu màu.',
      });
    case 'delete-color':
      return runAction(request, () => deleteColor(id), {
        done: `Đã xóa màu ${name}.`,
        otherwise: 'Không thể xóa màu.',
      });
    case 'create-size':
      return runAction(request, () => createSize(size), {
        done: `Đã thêm kích cỡ ${name}.`,
        otherwise: 'Không thể thêm kích cỡ.',
      });
    case 'change-size':
      return runAction(request, () => updateSize(id, { ...size, was: recordIn(form) }), {
        done: `Đã lưu kích cỡ ${name}.`,
        otherwise: 'Không thể lưu kích cỡ.',
      });
    case 'move-size':
      // It posts the name as it is listed, which somebody else may have changed.
      return runAction(request, () => updateSize(id, { ...size, was: { name } }), {
        done: ({ position }) => `Kích cỡ ${name} giờ ở vị trí ${position}.`,
        otherwise: 'Không thể đổi thứ tự.',
      });
    default:
      return runAction(request, () => deleteSize(id), {
        done: `Đã xóa kích cỡ ${name}.`,
        otherwise: 'Không thể xóa kích cỡ.',
      });
  }
}

export function HydrateFallback() {
  const isSizes = new URLSearchParams(useLocation().search).get('tab') === 'sizes';
  return isSizes ? <SizeList list={undefined} /> : <ColorList list={undefined} />;
}

export default function ColorsAndSizes() {
  const loaded = useLoaderData<typeof clientLoader>();
  return loaded.tab === 'sizes' ? <SizeList list={loaded.sizes} /> : <ColorList list={loaded.colors} />;
}
