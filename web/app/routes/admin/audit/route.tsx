import { Link, useLoaderData } from '@remix-run/react';
import type { AuditEntry, AuditSubject } from 'contract/administration/audit';
import type { Page } from 'contract/common';
import { adminLoader, loadPage, type Loaded } from '~/components/admin/run-action';
import { ACTION_WORDS, SUBJECT_WORDS, factText, factWord } from './audit-labels';
import { pageOfSubject } from './subject-page';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { RemovableFilter } from '~/components/admin/list/removable-filter';
import { hrefWith, listQuery, useListAddress } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { listAuditEntries } from '~/api/admin/audit';
import { adminPage } from '~/components/shop/page-title';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';

export const meta = adminPage('Nhật ký');

const FILTERS = ['search', 'action', 'subject', 'subject_id', 'actor', 'from', 'to'] as const;

export const clientLoader = adminLoader(({ request }) => {
  const query = listQuery(new URL(request.url).searchParams, FILTERS);
  return loadPage(request, (signal) => listAuditEntries(query, signal), 'Không thể tải nhật ký.');
});

export const HydrateFallback = () => <AuditPage entries={undefined} />;

export default function Audit() {
  return <AuditPage entries={useLoaderData<typeof clientLoader>()} />;
}

function AuditPage({ entries }: { entries: Loaded<Page<AuditEntry>> | undefined }) {
  return (
    <AdminPage title="Nhật ký thay đổi">
      <FilterBar>
        <SearchFilter label="Tìm tên hàng, mã, khách hoặc người thực hiện" />
        <SelectFilter label="Thao tác" name="action" options={Object.entries(ACTION_WORDS)} />
        <SelectFilter label="Đối tượng" name="subject" options={Object.entries(SUBJECT_WORDS)} />
        <DaysFilter />
      </FilterBar>
      <ChosenEntries entries={entries?.data?.results ?? []} />
      <ListBody
        list={entries}
        empty={
          <Empty title="Chưa có thay đổi nào">
            Mọi thay đổi về giá, kho, quyền, ví, mã giảm giá, hoàn tiền và cài đặt được ghi lại ở đây và không sửa được.
          </Empty>
        }
      >
        {(rows) => <DataTable caption="Nhật ký, mới nhất trước" columns={COLUMNS} rows={rows} />}
      </ListBody>
    </AdminPage>
  );
}

/** The active filters by a person or one subject, each with a link that removes it. No filter box shows them. */
function ChosenEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const { params } = useListAddress();
  const [actor, id, kind] = [params.get('actor'), params.get('subject_id'), params.get('subject')];
  const word = SUBJECT_WORDS[kind as AuditSubject] as string | undefined;
  // While the filter loads, the entries are still those of the list before.
  const by = entries.find((entry) => String(entry.actor.id) === actor)?.actor.username;
  const about = entries.find((entry) => entry.subject === kind && String(entry.subject_id) === id)?.subject_name;
  return (
    (actor || id) && (
      <div className="flex flex-wrap gap-2">
        {actor && (
          <RemovableFilter names={['actor']} then="xem thao tác của mọi người">
            Chỉ thao tác của {by ?? `người dùng #${actor}`}
          </RemovableFilter>
        )}
        {id && (
          <RemovableFilter names={['subject', 'subject_id']} then="xem nhật ký của mọi đối tượng">
            Chỉ nhật ký của {about || `${word?.toLowerCase() ?? 'mã'} #${id}`}
          </RemovableFilter>
        )}
      </div>
    )
  );
}

function Actor({ actor: { id, username } }: Pick<AuditEntry, 'actor'>) {
  const address = useListAddress();
  return (
    <Link to={hrefWith(address, { actor: id })} className="font-medium hover:underline">
      {username}
    </Link>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    label: 'Thời gian',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted tabular">{formatTime(at)}</span>,
  },
  {
    label: 'Ai',
    cell: ({ actor, address, api_key: key }) => (
      <>
        <Actor actor={actor} />
        {key && <span className="block [overflow-wrap:anywhere]">bằng khóa API “{key.name}”</span>}
        <span className="block text-xs text-muted tabular">{address}</span>
      </>
    ),
  },
  {
    label: 'Thao tác',
    cell: (entry) => (
      <>
        <span className="text-muted">
          {ACTION_WORDS[entry.action]} {SUBJECT_WORDS[entry.subject].toLowerCase()}
        </span>
        <span className="block font-medium [overflow-wrap:anywhere]">
          <Subject entry={entry} />
        </span>
      </>
    ),
  },
  { label: 'Trước và sau', cell: (entry) => <Facts entry={entry} /> },
];

function Subject({ entry }: { entry: AuditEntry }) {
  const page = pageOfSubject(entry);
  if (!page) return <>{entry.subject_name}</>;
  return (
    <Link to={page} className="hover:underline">
      {entry.subject_name}
    </Link>
  );
}

/** Length at which the table cuts a value; a button shows all of it. */
const SHORT = 80;

function Facts({ entry: { before, after } }: { entry: AuditEntry }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <dl className="grid max-w-xl gap-1">
      {fields.map((field) => (
        <div key={field} className="grid gap-x-2 sm:grid-cols-[9rem_1fr]">
          <dt className="text-muted [overflow-wrap:anywhere]">{factWord(field)}</dt>
          <dd className="[overflow-wrap:anywhere]">
            {before && <Value tone="text-muted line-through" field={field} value={before[field]} />}
            {before && after && <span aria-label="thành"> → </span>}
            {after && <Value tone="" field={field} value={after[field]} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, value, tone }: { field: string; value: unknown; tone: string }) {
  const text = factText(field, value);
  if (text === '') return <span className={`${tone} italic`}>trống</span>;
  if (text.length <= SHORT) return <span className={tone}>{text}</span>;
  return (
    <details className="inline-block align-top">
      <summary className={tone}>{text.slice(0, SHORT)}…</summary>
      <span className="whitespace-pre-wrap">{text}</span>
    </details>
  );
}
