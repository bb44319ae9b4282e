import { useFetcher } from '@remix-run/react';
import type { BulkOutcome } from 'contract/catalog/bulk-edit';
import { useState } from 'react';
import type { ActionOutcome } from '~/components/admin/run-action';
import { useWhenDone } from '~/components/form/use-when-done';
import { useFirstPress } from '~/components/form/use-first-press';

/**
 * Previews and applies a bulk edit.
 * @param edit as text; another edit needs another preview
 * @param onDone called when it is applied
 */
export function useBulkEdit(edit: string, onDone: () => void) {
  const preview = useFetcher<ActionOutcome<BulkOutcome>>();
  const application = useFetcher<ActionOutcome<BulkOutcome>>();
  /** The edit that the preview shows, and the one that was last sent to be applied. */
  const [previewed, setPreviewed] = useState('');
  const [sent, setSent] = useState('');
  useWhenDone(application, onDone);
  const isFirstPress = useFirstPress(application);

  const failed = application.data?.isDone === false && sent === edit ? application.data : undefined;
  // While a preview loads, its fetcher still has the answer of the one before. After a failure the products may be others.
  const isShown = preview.state === 'idle' && previewed === edit && !failed;
  return {
    isPreviewing: preview.state !== 'idle',
    isApplying: application.state !== 'idle',
    /** The edit may be applied already. Sent again, it is applied once. */
    isUnanswered: failed?.isUnanswered === true,
    /** What the preview found. */
    outcome: isShown && preview.data?.isDone ? preview.data.data : null,
    failure: failed?.failure ?? (preview.data?.isDone === false ? preview.data.failure : undefined),
    show: () => {
      setPreviewed(edit);
      setSent('');
      preview.submit({ intent: 'preview', edit }, { method: 'post' });
    },
    apply: () => {
      if (!isFirstPress()) return;
      setSent(edit);
      const seen = preview.data?.isDone ? preview.data.data.digest : '';
      application.submit({ intent: 'bulk', edit, seen }, { method: 'post' });
    },
  };
}
