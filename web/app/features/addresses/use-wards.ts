import { loadChunk } from '~/lib/chunk';
import { useLoad } from '~/lib/use-load';
import type { Province, Ward } from './units';

type Wards = readonly Ward[] | 'loading' | 'failed';

const loadWards = ({ wards }: Province) => loadChunk(wards);

/** The wards of a province, loaded once it is known; a province that is not known has none. */
export function useWards(province: Province | null): Wards {
  const { data, error } = useLoad(province, loadWards);
  if (!province) return [];
  return data ?? (error ? 'failed' : 'loading');
}
