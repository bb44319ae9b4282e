import { MAX_REVIEW_PHOTO_BYTES, MAX_REVIEW_PHOTOS } from 'contract/rules';
import { ImagePlus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '~/components/form/button';
import { useFocusAfterRemoval } from '~/components/form/focus-after-removal';
import { useFileSource } from '~/lib/use-file-source';

interface PhotoPickerProps {
  value: readonly File[];
  onChange: (photos: readonly File[]) => void;
  error?: readonly string[];
}

/** Chooses the photos of a review, with previews. Refuses files that the shop would refuse. */
export function PhotoPicker({ value, onChange, error }: PhotoPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  useFocusAfterRemoval(value, '[data-remove]', box);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wrong = [...(refusal ? [refusal] : []), ...(error ?? [])].join('\n');

  function add(files: readonly File[]) {
    const fitting = files.filter((file) => file.type.startsWith('image/') && file.size <= MAX_REVIEW_PHOTO_BYTES);
    const photos = [...value, ...fitting];
    if (fitting.length < files.length) setRefusal('Mỗi ảnh phải là file hình ảnh không quá 5MB');
    else if (photos.length > MAX_REVIEW_PHOTOS) setRefusal(`Tối đa ${MAX_REVIEW_PHOTOS} ảnh`);
    else setRefusal(null);
    onChange(photos.slice(0, MAX_REVIEW_PHOTOS));
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
        <Button variant="outline" className="justify-self-start" onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" className="size-5" /> Thêm ảnh
        </Button>
      )}
      <p className="text-sm text-muted">
        Tối đa {MAX_REVIEW_PHOTOS} ảnh, mỗi ảnh 5MB. Ảnh hiện công khai sau khi cửa hàng duyệt.
      </p>
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
          add(files);
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
