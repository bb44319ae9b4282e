import { MAX_REVIEW_PHOTOS } from 'contract/rules';
import { ImagePlus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '~/components/form/button';
import { FileInput } from '~/components/form/file-input';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { useFileSource } from '~/lib/use-file-source';
import { usePhotoChoice, type ReviewPhotoChoice } from './use-photo-choice';

interface PhotoPickerProps extends ReviewPhotoChoice {
  /** Whether chosen photos are being made smaller: they are not in `value` yet. */
  isPreparing: boolean;
  error?: readonly string[];
}

/** Chooses the photos of a review, with previews. Makes them smaller, and refuses files that the shop would refuse. */
export function PhotoPicker({ value, onChange, isPreparing, onPreparing, error }: PhotoPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  useFocusAfterRemoval(value, '[data-remove]', box);
  const { add, remove, refusal } = usePhotoChoice({ value, onChange, onPreparing });
  const wrong = [...(refusal ? [refusal] : []), ...(error ?? [])].join('\n');

  return (
    <fieldset ref={box} className="grid gap-2 focus:outline-none" aria-describedby={wrong ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">Ảnh của bạn (không bắt buộc)</legend>
      <ul aria-label="Ảnh đã chọn" className="flex flex-wrap gap-2 empty:hidden">
        {value.map((photo, index) => (
          <ChosenPhoto key={index} photo={photo} nth={index + 1} onRemove={() => remove(photo)} />
        ))}
      </ul>
      {value.length < MAX_REVIEW_PHOTOS && (
        <Button
          variant="outline"
          className="justify-self-start"
          isBusy={isPreparing}
          onClick={() => input.current?.click()}
        >
          <ImagePlus aria-hidden="true" className="size-5" /> Thêm ảnh
        </Button>
      )}
      <p className="text-sm text-muted">Tối đa {MAX_REVIEW_PHOTOS} ảnh. Ảnh hiện công khai sau khi cửa hàng duyệt.</p>
      <FileInput inputRef={input} label="Chọn ảnh" multiple onChoose={(files) => void add(files)} />
      {wrong && (
        <p id={`${id}-error`} role="alert" className="text-sm text-signal">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

function ChosenPhoto({ photo, nth, onRemove }: { photo: File; nth: number; onRemove: () => void }) {
  return (
    <li className="relative">
      <Preview photo={photo} alt={`Ảnh ${nth}: ${photo.name}`} />
      <button
        type="button"
        data-remove
        aria-label={`Bỏ ảnh ${nth}`}
        onClick={onRemove}
        className="absolute top-0 right-0 grid size-8 place-content-center rounded-md bg-surface/90 pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}

function Preview({ photo, alt }: { photo: File; alt: string }) {
  const image = useFileSource(photo);
  return <img ref={image} alt={alt} className="size-24 rounded-md border border-line object-cover" />;
}
