import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { Synonym } from 'contract/search/search';
import { useState } from 'react';
import { getPins, listSearchQueries, listSynonyms } from '~/api/admin/search';
import { getSettings } from '~/api/settings';
import { AdminPage } from '~/components/admin/list/list-page';
import { listQuery, useListAddress } from '~/components/admin/list/list-url';
import { adminLoader, loadPage } from '~/components/admin/run-action';
import { TabLinks } from '~/components/admin/tab-links';
import { adminPage } from '~/components/shop/page-title';
import { LearningSwitch } from './learning-switch';
import { AddPins, PinsList } from './pins/pins-list';
import { PinsPanel } from './pins/pins-panel';
import { QueryList } from './query-list';
import { runSearchAction } from './search-actions';
import { TABS, tabOf } from './search-tabs';
import { SynonymForm } from './synonym-form';
import { AddSynonym, RemoveSynonym, SynonymList } from './synonym-list';

export const meta = adminPage('Tìm kiếm');

/** Loads the open tab's page of rows; that of popular searches has the switch for learning, too. */
export const clientLoader = adminLoader(async ({ request }) => {
  const params = new URL(request.url).searchParams;
  const tab = tabOf(params);
  switch (tab) {
    case 'synonyms': {
      const query = listQuery(params, ['search']);
      return { tab, synonyms: await loadPage(request, (signal) => listSynonyms(query, signal), FAILURE) } as const;
    }
    case 'pins': {
      const query = listQuery(params, ['search']);
      return { tab, pins: await loadPage(request, (signal) => getPins(query, signal), FAILURE) } as const;
    }
    case 'queries':
    case 'empty': {
      const query = { ...listQuery(params, ['search', 'days']), only: tab === 'empty' ? 'empty' : '' };
      const [queries, settings] = await Promise.all([
        loadPage(request, (signal) => listSearchQueries(query, signal), FAILURE),
        loadPage(request, getSettings, 'Không thể tải cài đặt.'),
      ]);
      return { tab, queries, settings } as const;
    }
  }
});

const FAILURE = 'Không thể tải dữ liệu tìm kiếm.';

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return runSearchAction(request, await request.formData());
}

export const HydrateFallback = () => <SearchPage />;

export default function AdminSearch() {
  return <SearchPage data={useLoaderData<typeof clientLoader>()} />;
}

type Open =
  | { what: 'synonym'; synonym: Synonym | null; word?: string }
  | { what: 'remove'; synonym: Synonym }
  | { what: 'pins'; query: string | null };

function SearchPage({ data }: { data?: Awaited<ReturnType<typeof clientLoader>> }) {
  const tab = tabOf(useListAddress().params);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const edit = (synonym: Synonym | null) => setOpen({ what: 'synonym', synonym });
  const pin = (query: string | null) => setOpen({ what: 'pins', query });
  const loaded = data?.tab === tab ? data : undefined;
  return (
    <AdminPage
      title="Tìm kiếm"
      actions={
        (tab === 'synonyms' && <AddSynonym onClick={() => edit(null)} />) ||
        (tab === 'pins' && <AddPins onClick={() => pin(null)} />)
      }
    >
      <TabLinks label="Phần" tabs={Object.values(TABS)} current={TABS[tab][0]} />
      {tab === 'queries' && <LearningSwitch settings={loaded && 'settings' in loaded ? loaded.settings : undefined} />}
      {(tab === 'queries' || tab === 'empty') && (
        <QueryList
          key={tab}
          list={loaded && 'queries' in loaded ? loaded.queries : undefined}
          isEmptyOnly={tab === 'empty'}
          onSynonym={(word) => setOpen({ what: 'synonym', synonym: null, word })}
          onPins={pin}
        />
      )}
      {tab === 'synonyms' && (
        <SynonymList
          list={loaded && 'synonyms' in loaded ? loaded.synonyms : undefined}
          onEdit={edit}
          onRemove={(synonym) => setOpen({ what: 'remove', synonym })}
        />
      )}
      {tab === 'pins' && <PinsList list={loaded && 'pins' in loaded ? loaded.pins : undefined} onEdit={pin} />}
      {open?.what === 'synonym' && <SynonymForm synonym={open.synonym} word={open.word} onClose={close} />}
      {open?.what === 'remove' && <RemoveSynonym synonym={open.synonym} onClose={close} />}
      {open?.what === 'pins' && <PinsPanel query={open.query} onClose={close} />}
    </AdminPage>
  );
}
