import { useRef, useState } from 'react';
import { preparePicture } from './ai-search-picture';

/** Prepares pictures for sending. The last chosen one wins. */
export function usePicturePreparation() {
  const [isPreparing, setPreparing] = useState(false);
  const turn = useRef(0);
  return {
    isPreparing,
    /** @returns the prepared picture, an error message, or null when it was cancelled meanwhile */
    prepare: async (file: File): Promise<File | string | null> => {
      const mine = ++turn.current;
      setPreparing(true);
      const ready = await preparePicture(file).catch((error: unknown) => (error as Error).message);
      if (mine !== turn.current) return null;
      setPreparing(false);
      return ready;
    },
    /** Cancels the preparation in progress. */
    cancel: () => {
      turn.current++;
      setPreparing(false);
    },
  };
}
