import type { ReactNode } from 'react';
import { FilterBar, SearchFilter } from '~/components/admin/list/filter-bar';
import { AdminPage } from '~/components/admin/list/list-page';
import { TabLinks } from '~/components/admin/tab-links';

const TABS = [
  ['/admin/colors', 'Màu'],
  ['/admin/colors?tab=sizes', 'Kích cỡ'],
] as const;

interface OptionsPageProps {
  tab: 'colors' | 'sizes';
  actions: ReactNode;
  children: ReactNode;
}

/** The page frame with the tabs of colours and sizes. */
export function OptionsPage({ tab, actions, children }: OptionsPageProps) {
  const [colors, sizes] = TABS;
  return (
    <AdminPage title="Màu & kích cỡ" actions={actions}>
      <TabLinks label="Màu hoặc kích cỡ" tabs={TABS} current={tab === 'sizes' ? sizes[0] : colors[0]} />
      <FilterBar key={tab}>
        <SearchFilter label={tab === 'sizes' ? 'Tìm kích cỡ' : 'Tìm màu'} />
      </FilterBar>
      {children}
    </AdminPage>
  );
}
