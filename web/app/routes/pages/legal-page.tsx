import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Breadcrumb } from '~/components/display/breadcrumb';
import { formatDay } from '~/components/display/date';

export interface LegalSection {
  /** The section's anchor in the URL: `#hoan-tien`. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  lead: ReactNode;
  /** Date of the last change, `2026-01-31`. */
  updated: string;
  sections: readonly LegalSection[];
  /** The related page. */
  other: { to: string; label: string };
}

/** A long text with numbered headings, and a table of contents beside it, on phones above it. */
export function LegalPage({ title, lead, updated, sections, other }: LegalPageProps) {
  return (
    <main id="main" className="page pt-4 lg:pt-6">
      <Breadcrumb crumbs={[{ label: 'Trang chủ', to: '/' }, { label: title }]} />
      <header className="mt-3 grid max-w-3xl gap-3">
        <h1 className="text-2xl lg:text-4xl">{title}</h1>
        <p className="tabular text-sm text-muted">
          Cập nhật lần cuối: <time dateTime={updated}>{formatDay(updated)}</time>
        </p>
        <div className="text-lg text-muted">{lead}</div>
      </header>
      <div className="mt-8 grid gap-10 lg:mt-12 lg:grid-cols-[17rem_minmax(0,44rem)] lg:gap-16">
        <nav aria-label="Mục lục" className="self-start rounded-lg bg-sand p-5 lg:sticky lg:top-24">
          <h2 className="mb-2 text-base">Mục lục</h2>
          <ol className="grid text-sm">
            {sections.map(({ id, title }, index) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1.5 underline-offset-4 hover:underline">
                  <span className="tabular text-muted">{index + 1}.</span> {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid gap-10">
          {sections.map(({ id, title, body }, index) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="grid scroll-mt-24 gap-3 [&_a]:underline [&_a]:underline-offset-4 [&_li]:pl-1 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ul]:marker:text-muted"
            >
              <h2 id={`${id}-title`} className="text-xl">
                {index + 1}. {title}
              </h2>
              {body}
            </section>
          ))}
          <p className="border-t border-line pt-6">
            Đọc thêm:{' '}
            <Link to={other.to} className="font-medium underline underline-offset-4">
              {other.label}
            </Link>
          </p>
        </div>
      </div>
    </main>
  );
}

interface Contact {
  legal_name: string;
  shop_name: string;
  tax_code: string;
  address: string;
  phone: string;
  email: string;
}

/** The seller's contact from the settings, without empty fields. */
export function Seller({ of: { legal_name, shop_name, tax_code, address, phone, email } }: { of: Contact }) {
  return (
    <ul>
      <li>
        Đơn vị bán hàng: <strong>{legal_name || shop_name}</strong>
      </li>
      {tax_code && <li className="tabular">Mã số thuế: {tax_code}</li>}
      {address && <li>Địa chỉ: {address}</li>}
      {phone && (
        <li>
          Điện thoại: <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </li>
      )}
      {email && (
        <li>
          Email: <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
    </ul>
  );
}
