import { toast } from '~/components/feedback/toast';

/** The longest possible timer: the notice stays until it is answered. */
const UNTIL_ANSWERED = 2 ** 31 - 1;

/** The step that failed: a navigation, or a reload of the present page. */
export type FailedStep = 'navigation' | 'reload';

let shown: { step: FailedStep; dismiss: () => void } | undefined;

/** Shows a notice that a page was not loaded, beside the page that stays. @param retry of the button */
export function showLoadNotice(step: FailedStep, retry: () => void): void {
  dismissLoadNotice();
  const onClick = () => {
    dismissLoadNotice();
    retry();
  };
  const dismiss = toast('Không tải được', {
    tone: 'danger',
    stayMs: UNTIL_ANSWERED,
    isOneLine: true,
    action: (
      <button type="button" className="min-h-9 font-medium text-accent underline underline-offset-4" onClick={onClick}>
        Thử lại
      </button>
    ),
  });
  shown = { step, dismiss };
}

/**
 * Takes the notice away, because a load has succeeded.
 * @param only the notice of this step: a page that was loaded anew does not answer where the visitor wanted to go
 */
export function dismissLoadNotice(only?: FailedStep): void {
  if (!shown || (only && shown.step !== only)) return;
  shown.dismiss();
  shown = undefined;
}
