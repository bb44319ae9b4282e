import type { Chip } from 'contract/ai-search';
import { Image as ImageIcon, Undo2, X } from 'lucide-react';
import type { Ignored } from '~/api/ai-search';
import { askedWithout, type SearchAnswer } from '../ai-search-query';
import type { AiSearch } from '../ai-search-state';

const PILL = 'inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-sm transition-colors';

/** What is said of the picture where a part of it does not count. */
const IGNORED_WORDS: Record<Ignored, string> = { type: 'Bỏ qua loại trong ảnh', color: 'Bỏ qua màu trong ảnh' };

interface ChipsProps {
  found: SearchAnswer;
  search: AiSearch;
  /** Called with each search that starts in here. */
  onAsk: () => void;
}

/** What was understood of a search. Each thing can be taken back, and the search goes out again without it. */
export function UnderstoodChips({ found: { asked, understood }, search, onAsk }: ChipsProps) {
  if (understood.length + asked.ignore.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span id="ai-search-understood" className="text-sm text-muted">
        AI hiểu là:
      </span>
      <ul aria-labelledby="ai-search-understood" className="contents">
        {understood.map((chip) => (
          <li key={`${chip.of} ${chip.kind} ${chip.label} ${chip.start}`}>
            <UnderstoodChip
              chip={chip}
              onRemove={
                askedWithout(asked, chip) &&
                (() => {
                  onAsk();
                  search.takeBack(asked, chip);
                })
              }
            />
          </li>
        ))}
        {asked.ignore.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              aria-label={`${IGNORED_WORDS[kind]}: xét lại`}
              onClick={() => {
                onAsk();
                search.amend({ ...asked, ignore: asked.ignore.filter((other) => other !== kind) });
              }}
              className={`${PILL} border border-dashed border-line-strong text-muted hover:border-ink hover:text-ink`}
            >
              {IGNORED_WORDS[kind]}
              <Undo2 aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function UnderstoodChip({ chip: { label, of }, onRemove }: { chip: Chip; onRemove: (() => void) | null }) {
  const words = (
    <>
      {of === 'image' && <ImageIcon aria-hidden="true" className="size-4" />}
      {label}
    </>
  );
  if (!onRemove) return <span className={`${PILL} bg-sand`}>{words}</span>;
  return (
    <button
      type="button"
      aria-label={`Bỏ ${label}${of === 'image' ? ' trong ảnh' : ''} và tìm lại`}
      onClick={onRemove}
      className={`${PILL} bg-ink pr-2 text-paper hover:bg-accent`}
    >
      {words}
      <X aria-hidden="true" className="size-4" />
    </button>
  );
}
