import type { Settings } from 'contract/administration/settings';
import type { ReactNode } from 'react';

/** Where to write: the shop's e-mail, or the address in the first section. */
export const contactOf = ({ email }: Pick<Settings, 'email'>): ReactNode =>
  email ? <a href={`mailto:${email}`}>{email}</a> : 'địa chỉ ở mục đầu';
