import { Button, type ButtonProps } from './button';
import { retryCountdownText, useRetryCountdown } from './use-retry-countdown';

interface SubmitButtonProps extends ButtonProps {
  /** The answer to the last submit: while its `Retry-After` counts down, the button says so and cannot be pressed. */
  after: { retryAfter?: number | null } | undefined;
}

/** The button that sends a form whose calls are limited. */
export function SubmitButton({ after, disabled, children, ...button }: SubmitButtonProps) {
  const wait = useRetryCountdown(after);
  return (
    <Button type="submit" {...button} disabled={disabled || wait > 0}>
      {wait > 0 ? retryCountdownText(wait) : children}
    </Button>
  );
}
