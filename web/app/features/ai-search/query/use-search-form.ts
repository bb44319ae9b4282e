import { useState } from 'react';
import { EMPTY, type SearchForm } from './ai-search-query';
import type { CropBox } from '~/features/ai-search/picture/crop/crop-box';
import { usePicturePreparation } from './use-picture-preparation';

/** An error in one part of the form. */
interface Problem {
  of: 'text' | 'picture';
  sentence: string;
}

/** The fields of the AI search, and what is wrong with them. */
export function useSearchForm(initial: SearchForm) {
  const [form, setForm] = useState(initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isPreparing, prepare, cancel } = usePicturePreparation();

  function change(changes: Partial<SearchForm>) {
    setProblem(null);
    setForm({ ...form, ...changes });
  }

  async function choose(file: File) {
    if (!file.type.startsWith('image/')) return setProblem({ of: 'picture', sentence: 'Vui lòng chọn file hình ảnh' });
    setProblem(null);
    // The description tab takes no picture.
    setForm((now) => (now.tab === 'text' ? { ...now, tab: 'image' } : now));
    const chosen = await prepare(file);
    if (typeof chosen === 'string') setProblem({ of: 'picture', sentence: chosen });
    else if (chosen) setForm((now) => ({ ...now, picture: chosen, crop: null, ignore: [] }));
  }

  return {
    form,
    setForm,
    problem,
    setProblem,
    isPreparing,
    setTab: (tab: SearchForm['tab']) => change({ tab }),
    setText: (text: string) => change({ text }),
    choose: (file: File) => void choose(file),
    removePicture: () => {
      cancel();
      setForm({ ...form, picture: null, crop: null, ignore: [] });
    },
    /** Searches for a part of the picture; null for all of it. What was ignored of the picture counts again. */
    setCrop: (crop: CropBox | null) => setForm((now) => ({ ...now, crop, ignore: [] })),
    /** Empties the form; its tab stays. */
    reset: () => {
      cancel();
      change({ ...EMPTY, tab: form.tab });
    },
  };
}
