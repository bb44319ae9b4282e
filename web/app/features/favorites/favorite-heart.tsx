import { useLocation, useNavigate } from '@remix-run/react';
import type { ListProduct } from 'contract/catalog/catalog';
import { Heart } from 'lucide-react';
import { loginPath } from '~/routing/local-path';
import { setFavorite, useIsFavorite, wantFavorite } from './favorites';
import { currentUser } from '~/api/account/session';

interface FavoriteHeartProps {
  product: ListProduct;
  /** The id of the colour that is shown, in which the favourite is kept; null for none. */
  color: number | null;
  className?: string;
}

/** Adds or removes a favourite; a guest is sent to sign in and returns, and then it is added. Shows "off" until the list is loaded. */
export function FavoriteHeart({ product, color, className = '' }: FavoriteHeartProps) {
  const isFavorite = useIsFavorite(product.id);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  function press() {
    const favorite = { ...product, favorite_color: color };
    if (currentUser() !== null) return void setFavorite(favorite, !isFavorite);
    wantFavorite(favorite);
    navigate(loginPath(pathname + search));
  }

  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={`Yêu thích ${product.name}`}
      onClick={press}
      className={`group/heart grid size-11 shrink-0 place-content-center noscript:hidden ${className}`}
    >
      <span className="grid size-9 place-content-center rounded-full bg-surface/90 transition group-active/heart:scale-90 group-hover/heart:bg-surface">
        <Heart
          aria-hidden="true"
          className="size-5 stroke-[1.5] transition-colors group-aria-pressed/heart:fill-signal group-aria-pressed/heart:text-signal"
        />
      </span>
    </button>
  );
}
