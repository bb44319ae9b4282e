import { Link } from '@remix-run/react';
import type { Category } from 'contract/catalog/catalog';
import type { Settings } from 'contract/administration/settings';
import type { ReactNode } from 'react';
import { DEFAULT_SHOP_NAME } from '~/components/shop/page-title';
import { ThemeSwitch } from '~/components/shop/theme-switch';

const SOCIAL = [
  ['Facebook', 'https://www.facebook.com/'],
  ['Instagram', 'https://www.instagram.com/'],
  ['TikTok', 'https://www.tiktok.com/'],
] as const;

const LINK = 'inline-block py-1.5 underline-offset-4 hover:underline';

interface FooterProps {
  categories: readonly Category[];
  /** Null if they could not be loaded; the contact is left out then. */
  settings: Settings | null;
}

/** The footer of every storefront page. */
export function Footer({ categories, settings }: FooterProps) {
  const shop = settings?.shop_name || DEFAULT_SHOP_NAME;
  return (
    <footer className="mt-16 border-t border-line bg-sand text-sm">
      <div className="page grid gap-x-8 gap-y-10 py-12 grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="grid content-start gap-2 max-lg:col-span-2">
          <p className="text-2xl font-bold tracking-[0.18em] break-words">{shop}</p>
          <p className="max-w-xs text-muted">
            May là may vá, cũng là may mắn. Quần áo mặc mỗi ngày, may cho người Việt.
          </p>
          {settings && <Contact settings={settings} />}
        </div>
        <Column title="Mua sắm">
          <Link to="/search" className={LINK}>
            Tất cả sản phẩm
          </Link>
          {categories.slice(0, 6).map(({ id, title }) => (
            <Link key={id} to={`/search?category=${id}`} className={LINK}>
              {title}
            </Link>
          ))}
        </Column>
        <Column title="Tài khoản">
          <Link to="/paybox" className={LINK}>
            Ví Paybox
          </Link>
          <Link to="/cart" className={LINK}>
            Giỏ hàng
          </Link>
          <Link to="/favorites" className={LINK}>
            Yêu thích
          </Link>
        </Column>
        <Column title={`Theo dõi ${shop}`}>
          {SOCIAL.map(([name, href]) => (
            <a key={name} href={href} rel="noopener noreferrer" target="_blank" className={LINK}>
              {name}
            </a>
          ))}
        </Column>
      </div>
      <div className="border-t border-line">
        <p className="page flex flex-wrap items-center gap-x-6 gap-y-1 py-4 text-muted">
          <Owner name={settings?.legal_name || shop} taxCode={settings?.tax_code} />
          <Link to="/terms" className={LINK}>
            Điều khoản dịch vụ
          </Link>
          <Link to="/privacy" className={LINK}>
            Chính sách bảo mật
          </Link>
          <a href="/licenses.txt" className={LINK}>
            Giấy phép phần mềm
          </a>
          <ThemeSwitch />
        </p>
      </div>
    </footer>
  );
}

function Owner({ name, taxCode }: { name: string; taxCode: string | undefined }) {
  return (
    <span className="lg:mr-auto">
      {/* At the turn of the year the browser may be in another one than the server, or than a stored page. */}
      <span suppressHydrationWarning>{`© ${new Date().getFullYear()}`}</span> {name}
      {taxCode && ` · Mã số thuế ${taxCode}`}
    </span>
  );
}

function Contact({ settings: { address, phone, email } }: { settings: Settings }) {
  return (
    <address className="mt-2 grid gap-1 not-italic">
      {address && <span>{address}</span>}
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={LINK}>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      )}
    </address>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="grid content-start justify-items-start">
      <h2 className="mb-2 text-sm tracking-normal">{title}</h2>
      {children}
    </nav>
  );
}
