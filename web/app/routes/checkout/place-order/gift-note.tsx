import { MAX_GIFT_NOTE } from 'contract/rules';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { TextArea } from '~/components/form/field';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { giftNote } from '~/features/checkout/checkout';

interface GiftNoteProps {
  errors?: readonly string[];
  /** While the outcome of an attempt is unknown: another note would make another order of it. */
  isLocked: boolean;
}

/** The note that goes with a gift, folded until it is wanted. What is typed is kept until the order is placed. */
export function GiftNote({ errors, isLocked }: GiftNoteProps) {
  const note = giftNote.use();
  const [isOpen, setIsOpen] = useState(note !== '');
  const form = useFirstError(errors);
  return (
    <form ref={form} onSubmit={(event) => event.preventDefault()} className="border-t border-line pt-5">
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="flex min-h-11 items-center gap-3 font-medium">
          <Gift aria-hidden="true" className="size-5 shrink-0 stroke-[1.5] text-accent" />
          Gửi kèm lời nhắn quà tặng
        </summary>
        <TextArea
          label="Lời nhắn (không bắt buộc)"
          rows={3}
          maxLength={MAX_GIFT_NOTE}
          readOnly={isLocked}
          className="mt-2 max-w-2xl"
          hint={`In trên phiếu trong gói hàng. ${note.length}/${MAX_GIFT_NOTE} ký tự`}
          value={note}
          onChange={({ target }) => giftNote.set(target.value)}
          error={errors}
        />
      </details>
    </form>
  );
}
