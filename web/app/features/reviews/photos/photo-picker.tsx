import { MAX_REVIEW_PHOTO_BYTES, MAX_REVIEW_PHOTOS } from 'contract/rules';
import { ImagePlus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '~/components/form/button';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { shrinkPicture } from '~/lib/picture';
import { useFileSource } from '~/lib/use-file-source';
import { useIsMounted } from '~/lib/use-is-mounted';

interface PhotoPickerProps {
  value: readonly File[];
  onChange: (photos: readonly File[]) => void;
  /** Whether chosen photos are being made smaller: they are not in `value` yet. */
  isPreparing: boolean;
  onPreparing: (isPreparing: boolean) => void;
  error?: readonly string[];
}

/** Chooses the photos of a review, with previews. Makes them smaller, and refuses files that the shop would refuse. */
export function PhotoPicker({ value, onChange, isPreparing, onPreparing, error }: PhotoPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  useFocusAfterRemoval(value, '[data-remove]', box);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wrong = [...(refusal ? [refusal] : []), ...(error ?? [])].join('\n');

  const isMounted = useIsMounted();
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  }, [value]);

  async function add(files: readonly File[]) {
    // Some browsers know no type for HEIC.
    const pictures = files.filter(({ type }) => type === '' || type.startsWith('image/'));
    const ready: File[] = [];
    let problem = pictures.length < files.length ? 'Vui lòng chọn file hình ảnh' : null;
    setRefusal(null);
    onPreparing(true);
    // One after the other: a decoded photo takes much of a phone's memory.
    for (const picture of pictures) {
      if (newest.current.length + ready.length >= MAX_REVIEW_PHOTOS) {
        problem ??= `Tối đa ${MAX_REVIEW_PHOTOS} ảnh`;
        break;
      }
      try {
        ready.push(await shrinkPicture(picture, MAX_REVIEW_PHOTO_BYTES));
      } catch (error) {
        problem ??= (error as Error).message;
      }
      if (!isMounted.current) return;
    }
    onPreparing(false);
    setRefusal(problem);
    if (ready.length > 0) onChange([...newest.current, ...ready]);
  }

  function remove(photo: File) {
    setRefusal(null);
    onChange(value.filter((other) => other !== photo));
  }

  return (
    <fieldset ref={box} className="grid gap-2 focus:outline-none" aria-describedby={wrong ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">Ảnh của bạn (không bắt buộc)</legend>
      <ul aria-label="Ảnh đã chọn" className="flex flex-wrap gap-2 empty:hidden">
        {value.map((photo, index) => (
          <li key={index} className="relative">
            <Preview photo={photo} alt={`Ảnh ${index + 1}: ${photo.name}`} />
            <button
              type="button"
              data-remove
              aria-label={`Bỏ ảnh ${index + 1}`}
              onClick={() => remove(photo)}
              className="absolute top-0 right-0 grid size-8 place-content-center rounded-md bg-surface/90 pointer-coarse:size-11"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
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
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Chọn ảnh"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Lets the same file be chosen again after it was removed.
          currentTarget.value = '';
          void add(files);
        }}
      />
      {wrong && (
        <p id={`${id}-error`} role="alert" className="text-sm text-signal">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

function Preview({ photo, alt }: { photo: File; alt: string }) {
  const image = useFileSource(photo);
  return <img ref={image} alt={alt} className="size-24 rounded-md border border-line object-cover" />;
}
