import { toast } from '~/components/feedback/toast';

/** The longest possible timer: the notice stays until it is answered. */
const UNTIL_ANSWERED = 2 ** 31 - 1;

let dismiss: (() => void) | undefined;

/** Tells that a page was not loaded, politely and beside the page that stays. @param retry of the button */
export function showLoadNotice(retry: () => void): void {
  dismissLoadNotice();
  const onClick = () => {
    dismissLoadNotice();
    retry();
  };
  dismiss = toast('Không tải được', {
    tone: 'danger',
    stayMs: UNTIL_ANSWERED,
    isOneLine: true,
    action: (
      <button type="button" className="min-h-9 font-medium text-accent underline underline-offset-4" onClick={onClick}>
        Thử lại
      </button>
    ),
  });
}

/** Takes the notice away: another load has succeeded or begun. */
export function dismissLoadNotice(): void {
  dismiss?.();
  dismiss = undefined;
}
