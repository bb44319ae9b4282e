import { useEffect, useState } from 'react';
import { loadChunk } from '~/lib/chunk';
import type { Province, Ward } from './units';

type Wards = readonly Ward[] | 'loading' | 'failed';

/** The wards of a province, loaded once it is known; a province that is not known has none. */
export function useWards(province: Province | null): Wards {
  const [loaded, setLoaded] = useState<{ of: Province; wards: Wards } | null>(null);
  useEffect(() => {
    if (!province) return;
    let isWanted = true;
    loadChunk(province.wards).then(
      (wards) => isWanted && setLoaded({ of: province, wards }),
      () => isWanted && setLoaded({ of: province, wards: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [province]);
  if (!province) return [];
  return loaded?.of === province ? loaded.wards : 'loading';
}
