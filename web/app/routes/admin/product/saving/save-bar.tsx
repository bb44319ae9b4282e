import { useRef } from 'react';
import { Button } from '~/components/form/button';

interface SaveBarProps {
  isNew: boolean;
  isDirty: boolean;
  isBusy: boolean;
  /** Called to drop the unsaved changes. */
  onDiscard: () => void;
}

/** The bar at the end of the product form: it says whether something is unsaved, and saves or drops it. */
export function SaveBar({ isNew, isDirty, isBusy, onDiscard }: SaveBarProps) {
  const saveButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="sticky bottom-0 z-10 -mx-3 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-paper px-3 py-3 sm:-mx-5 sm:px-5 xl:col-span-2">
      {isDirty && <p className="mr-auto text-sm text-warn">Có thay đổi chưa lưu.</p>}
      {isDirty && !isBusy && (
        <Button
          variant="quiet"
          onClick={() => {
            onDiscard();
            // This button goes away with the changes.
            saveButton.current?.focus();
          }}
        >
          Bỏ thay đổi
        </Button>
      )}
      <Button ref={saveButton} type="submit" isBusy={isBusy}>
        {isNew ? 'Thêm sản phẩm' : 'Lưu sản phẩm'}
      </Button>
    </div>
  );
}
