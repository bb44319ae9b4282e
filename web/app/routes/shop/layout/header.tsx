import { Link } from '@remix-run/react';
import type { Category } from 'contract/catalog/catalog';
import { Heart, Menu as MenuIcon, ShoppingBag, User, Wallet, X } from 'lucide-react';
import { countPieces, useCart } from '~/features/cart/cart';
import { useFavorites, useFavoritesOfUser } from '~/features/favorites/favorites';
import { useUser, type UserInfo } from '~/api/account/session';
import { Menu } from '~/components/overlay/menu';
import { Avatar } from '~/features/account/avatar/avatar';
import { SearchBox } from '~/features/search-box/search-box';
import { AiSearchButton, useAiSearchDialog } from '~/features/ai-search/ai-search-button';
import { useModule } from '~/lib/use-module';
import { useState } from 'react';

/** Icons and the name are as large as the bar, not as the text: there is room for them at any size of text. */
const ICON = 'grid size-[44px] place-content-center rounded-md transition-colors hover:bg-sand';

/** The header of every storefront page. On phones the first row is sticky and the search box scrolls away. */
export function Header({ categories, shop }: { categories: readonly Category[]; shop: string }) {
  const aiSearch = useAiSearchDialog();
  /** The text for which the search box had no suggestions. */
  const [aiText, setAiText] = useState('');
  const aiSearchFor = useAiSearchDialog(aiText);
  const askAi = (text: string) => {
    setAiText(text);
    aiSearchFor.open();
  };
  const camera = <AiSearchButton isLoading={aiSearch.isLoading} onOpen={aiSearch.open} />;
  return (
    <header className="contents">
      <div className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="page flex h-[56px] items-center gap-1 lg:h-[72px] lg:gap-8">
          <MobileNav categories={categories} />
          <Link
            to="/"
            // A short name has wide letter spacing; a long one must leave room for the icons on phones.
            className={`truncate font-bold max-lg:mr-auto ${shop.length <= 6 ? 'shrink-0 text-[28px] tracking-[0.18em]' : 'text-lg'}`}
            aria-label={`${shop}, trang chủ`}
          >
            {shop}
          </Link>
          <nav
            aria-label="Danh mục"
            className="shopping hidden min-w-0 flex-1 gap-6 overflow-x-auto [scrollbar-width:none] lg:flex"
          >
            <CategoryLinks categories={categories.slice(0, 5)} />
          </nav>
          <SearchBox className="shopping hidden w-[288px] lg:flex" camera={camera} onAskAi={askAi} />
          <div className="ml-auto flex items-center">
            <span className="shopping contents">
              <Account />
            </span>
            <CartLink />
          </div>
        </div>
      </div>
      <div className="shopping page py-3 lg:hidden">
        <SearchBox className="flex" camera={camera} onAskAi={askAi} />
      </div>
      {aiSearch.dialog}
      {aiSearchFor.dialog}
    </header>
  );
}

function CategoryLinks({ categories }: { categories: readonly Category[] }) {
  const look = 'py-2 text-sm font-medium whitespace-nowrap underline-offset-8 hover:underline pointer-coarse:py-2.75';
  return (
    <>
      <Link to="/search" prefetch="intent" className={look}>
        Tất cả
      </Link>
      {categories.map(({ id, title }) => (
        <Link key={id} to={`/search?category=${id}`} prefetch="intent" className={look}>
          {title}
        </Link>
      ))}
    </>
  );
}

function MobileNav({ categories }: { categories: readonly Category[] }) {
  return (
    <Menu
      label="Mở menu"
      isDrawer
      className="shopping -ml-3 lg:hidden"
      panel="absolute inset-x-0 top-full max-h-[calc(100dvh-56px)] overflow-y-auto border-b border-line bg-paper shadow-sheet"
      summary={
        <>
          <MenuIcon aria-hidden="true" className="size-[24px] group-open/menu:hidden" />
          <X aria-hidden="true" className="hidden size-[24px] group-open/menu:block" />
        </>
      }
    >
      <nav aria-label="Menu" className="page grid grid-cols-2 gap-x-4 py-4">
        <CategoryLinks categories={categories} />
      </nav>
    </Menu>
  );
}

function Account() {
  const user = useUser();
  useFavoritesOfUser();
  if (!user) {
    return (
      <Link to="/login" aria-label="Đăng nhập" className={ICON}>
        <User aria-hidden="true" className="size-[24px] stroke-[1.5]" />
      </Link>
    );
  }
  return (
    <>
      <FavoritesLink />
      <Link to="/paybox" aria-label="Ví Paybox" className={ICON}>
        <Wallet aria-hidden="true" className="size-[24px] stroke-[1.5]" />
      </Link>
      <LoadedAccountMenu user={user} />
    </>
  );
}

/** Guests, who are most visitors, do without the menu's script. */
const loadAccountMenu = () => import('./account-menu');

/** The menu of the signed-in user; until it is loaded, and if it cannot be, a link to the account. */
function LoadedAccountMenu({ user }: { user: UserInfo }) {
  const { module } = useModule(loadAccountMenu);
  if (module) return <module.AccountMenu user={user} />;
  return (
    <Link to="/profile" aria-label={`Tài khoản của ${user.username}`} className={ICON}>
      <Avatar src={user.avatar} className="size-[32px]" />
    </Link>
  );
}

function FavoritesLink() {
  const count = useFavorites().products.length;
  return (
    <Link to="/favorites" aria-label={`Yêu thích, ${count} sản phẩm`} className={`${ICON} relative`}>
      <Heart aria-hidden="true" className="size-[24px] stroke-[1.5]" />
      <Count of={count} />
    </Link>
  );
}

function CartLink() {
  const count = countPieces(useCart());
  return (
    <Link to="/cart" aria-label={`Giỏ hàng, ${count} sản phẩm`} className={`${ICON} relative -mr-2`}>
      <ShoppingBag aria-hidden="true" className="size-[24px] stroke-[1.5]" />
      <Count of={count} />
    </Link>
  );
}

/** A number at the corner of an icon, above zero only. */
function Count({ of: count }: { of: number }) {
  if (count === 0) return null;
  return (
    <span className="tabular absolute top-0.5 right-0.5 grid h-5 min-w-5 place-content-center rounded-full bg-accent px-1 text-xs font-bold text-on-accent">
      {count > 99 ? '99+' : count}
    </span>
  );
}
