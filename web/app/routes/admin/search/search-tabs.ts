/** URL and label of each tab. */
export const TABS = {
  queries: ['/admin/search', 'Khách hay tìm'],
  empty: ['/admin/search?tab=empty', 'Không có kết quả'],
  synonyms: ['/admin/search?tab=synonyms', 'Từ đồng nghĩa'],
  pins: ['/admin/search?tab=pins', 'Ghim sản phẩm'],
} as const;

export type SearchAdminTab = keyof typeof TABS;

export function tabOf(params: URLSearchParams): SearchAdminTab {
  const tab = params.get('tab') ?? '';
  return Object.hasOwn(TABS, tab) ? (tab as SearchAdminTab) : 'queries';
}
