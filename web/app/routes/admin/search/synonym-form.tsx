import { MAX_MEANINGS, MAX_SEARCH_QUERY } from 'contract/rules';
import type { Synonym } from 'contract/search/search';
import { useState } from 'react';
import { FormPanel } from '~/components/admin/form-panel';
import { TextArea, TextField } from '~/components/form/field';
import { ReadingPreview } from './reading-preview';
import { meaningsOf } from './search-actions';

interface SynonymFormProps {
  /** null for a new one. */
  synonym: Synonym | null;
  /** What a new one begins with. */
  word?: string;
  onClose: () => void;
}

/** The form of a synonym, with what a search for its meanings finds now. */
export function SynonymForm({ synonym, word = '', onClose }: SynonymFormProps) {
  const [meanings, setMeanings] = useState(synonym?.meanings.join('\n') ?? '');
  return (
    <FormPanel
      title={synonym ? `Sửa từ “${synonym.word}”` : 'Thêm từ đồng nghĩa'}
      of={synonym}
      intent={synonym ? 'change' : 'add'}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
          <TextField
            label="Khách gõ"
            name="word"
            required
            maxLength={MAX_SEARCH_QUERY}
            autoComplete="off"
            defaultValue={synonym?.word ?? word}
            error={errors.word}
            hint="Hoa hay thường đều được; khách gõ không dấu cũng nhận ra."
          />
          <TextArea
            label="Hiểu là"
            name="meanings"
            required
            rows={4}
            value={meanings}
            onChange={({ target }) => setMeanings(target.value)}
            error={errors.meanings ?? errors['meanings.0']}
            hint={`Mỗi dòng một nghĩa, tối đa ${MAX_MEANINGS}. Kết quả gồm mọi thứ hợp một trong các nghĩa.`}
          />
          <div className="grid gap-1">
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                role="switch"
                name="is_two_way"
                defaultChecked={synonym?.is_two_way ?? false}
                aria-describedby="two-way-hint"
                className="size-5 accent-accent"
              />
              Hai chiều
            </label>
            <p id="two-way-hint" className="text-sm text-muted">
              Gõ một trong các từ này cũng thấy món của những từ kia. Tắt: chỉ từ khách gõ được hiểu theo nghĩa.
            </p>
          </div>
          <ReadingPreview texts={meaningsOf(meanings).slice(0, MAX_MEANINGS)} />
        </>
      )}
    </FormPanel>
  );
}
