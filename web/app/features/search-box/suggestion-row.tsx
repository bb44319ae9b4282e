import { Link } from '@remix-run/react';
import { Clock, Search, Sparkles, X } from 'lucide-react';
import { ProductPicture } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { forgetSearch } from '~/lib/storage/recent-searches';
import { Highlight } from './highlight';
import type { Option } from './suggestion-groups';

interface SuggestionRowProps {
  id: string;
  option: Option;
  typed: string;
  isActive: boolean;
  onChoose: () => void;
}

/** One suggestion: a link, or the button of the AI search. */
export function SuggestionRow({ id, option, typed, isActive, onChoose }: SuggestionRowProps) {
  const { kind, text, to, product } = option;
  const props = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    onClick: onChoose,
    className: 'flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 py-1 text-left',
  } as const;
  const content = (
    <>
      {product ? <SuggestionThumb src={product.image} /> : <SuggestionIcon kind={kind} />}
      <span className="min-w-0 flex-1">
        <span className={kind === 'product' ? 'line-clamp-2 text-sm' : 'block truncate'}>
          {kind === 'ai' ? `${text}: “${typed.trim()}”` : <Highlight text={text} typed={typed} />}
        </span>
        {product && <Price amount={product.min_price} className="text-sm" />}
      </span>
    </>
  );
  return (
    <div className={`flex items-center ${isActive ? 'bg-sand' : 'hover:bg-sand'}`}>
      {kind === 'ai' ? (
        <button {...props} type="button">
          {content}
        </button>
      ) : (
        <Link {...props} to={to}>
          {content}
        </Link>
      )}
      {kind === 'recent' && (
        // For pointers: with a keyboard the Delete key does it, because a list of options holds no buttons.
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          title={`Xóa “${text}”`}
          onClick={() => forgetSearch(text)}
          className="grid size-11 shrink-0 place-content-center text-muted"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}

function SuggestionIcon({ kind }: { kind: Option['kind'] }) {
  const look = 'size-4 shrink-0 text-muted';
  if (kind === 'title') return null;
  const Icon = kind === 'recent' ? Clock : kind === 'ai' ? Sparkles : Search;
  return <Icon aria-hidden="true" className={look} />;
}

function SuggestionThumb({ src }: { src: string | null }) {
  const look = 'aspect-3/4 w-10 shrink-0 rounded-sm bg-sand';
  return src === null ? <span className={look} /> : <ProductPicture src={src} alt="" sizes="40px" className={look} />;
}
