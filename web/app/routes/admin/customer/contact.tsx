import { Link } from '@remix-run/react';
import type { Customer } from 'contract/administration/customers';
import { SUPPORT_USER_ID } from 'contract/rules';
import { Email } from '~/components/display/email';
import { chatWith } from '~/features/order-admin/chat-link';
import { Part } from '~/features/order-admin/order-parts';

const LINK = 'inline-flex min-h-9 items-center underline underline-offset-4';

/** How a customer is reached, and the links to what has no figure. A closed account can neither be reached nor changed. */
export function Contact({ customer: { user, wallet, chat } }: { customer: Customer }) {
  const name = `${user.last_name} ${user.first_name}`.trim();
  return (
    <Part title="Liên hệ">
      <div className="grid gap-1 text-sm [overflow-wrap:anywhere]">
        {name && <strong>{name}</strong>}
        {user.closed_at ? (
          <p className="text-muted">Thông tin liên hệ đã được xóa cùng tài khoản.</p>
        ) : (
          <>
            <p>
              <a href={`mailto:${user.email}`} className={LINK}>
                <Email address={user.email} />
              </a>
            </p>
            <p>
              {user.phone ? (
                <a href={`tel:${user.phone.replace(/[^\d+]/g, '')}`} className={`${LINK} tabular`}>
                  {user.phone}
                </a>
              ) : (
                <span className="text-muted">Chưa có số điện thoại</span>
              )}
            </p>
          </>
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 text-sm">
        {!user.closed_at && (
          <Link to={`/admin/users?user=${user.id}`} className={LINK}>
            Sửa, khóa tài khoản
          </Link>
        )}
        {!user.closed_at && !chat && user.id !== SUPPORT_USER_ID && (
          <Link to={chatWith(user)} className={LINK}>
            Nhắn tin
          </Link>
        )}
        {wallet && (
          <Link to={`/admin/paybox?tab=transactions&wallet=${wallet.id}`} className={LINK}>
            Giao dịch ví
          </Link>
        )}
        {user.is_staff && (
          <Link to={`/admin/audit?actor=${user.id}`} className={LINK}>
            Việc đã làm
          </Link>
        )}
      </p>
    </Part>
  );
}
