import type { SaveSynonym } from 'contract/search/search';
import { createSynonym, updateSynonym, deleteSynonym, updatePins } from '~/api/admin/search';
import { updateSettings } from '~/api/settings';
import { recordIn, runAction } from '~/components/admin/run-action';
import { textOf } from '~/components/form/form-text';

/** Runs the action of a form of the page: `add`, `change`, `remove` a synonym, `pin` products, switch `learning`. */
export function runSearchAction(request: Request, form: FormData) {
  const id = Number(textOf(form, 'id'));
  const word = textOf(form, 'word').trim();
  switch (textOf(form, 'intent')) {
    case 'add':
      return runAction(request, () => createSynonym(synonymOf(form)), {
        done: `Đã thêm từ “${word}”.`,
        otherwise: `Không thể thêm từ “${word}”.`,
      });
    case 'change':
      return runAction(request, () => updateSynonym(id, { ...synonymOf(form), was: recordIn(form) }), {
        done: `Đã lưu từ “${word}”.`,
        otherwise: `Không thể lưu từ “${word}”.`,
      });
    case 'remove':
      return runAction(request, () => deleteSynonym(id), {
        done: `Đã xóa từ “${word}”.`,
        otherwise: `Không thể xóa từ “${word}”.`,
      });
    case 'pin': {
      const query = textOf(form, 'query').trim();
      return runAction(
        request,
        () =>
          updatePins({
            query,
            pinned: idsOf(form, 'pinned'),
            buried: idsOf(form, 'buried'),
            was: { pinned: idsOf(form, 'was_pinned'), buried: idsOf(form, 'was_buried') },
          }),
        {
          done: `Đã lưu kết quả cho “${query}”.`,
          otherwise: `Không thể lưu kết quả cho “${query}”.`,
        },
      );
    }
    default: {
      const learns = textOf(form, 'learns') === 'true';
      return runAction(request, () => updateSettings({ search_learning: learns }), {
        done: learns ? 'Kết quả tìm kiếm sẽ tự học.' : 'Kết quả tìm kiếm không tự học nữa.',
        otherwise: 'Không thể thay đổi.',
      });
    }
  }
}

/** Reads the form as an API body: one meaning a line. */
function synonymOf(form: FormData): SaveSynonym {
  return {
    word: textOf(form, 'word'),
    meanings: meaningsOf(textOf(form, 'meanings')),
    is_two_way: form.has('is_two_way'),
  };
}

export const meaningsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const idsOf = (form: FormData, name: string) => textOf(form, name).split(',').filter(Boolean).map(Number);
