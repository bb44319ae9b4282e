import type { Color } from 'contract/catalog/catalog';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '~/components/form/button';
import { FileInput } from '~/components/form/file-input';

interface AddPicturesProps {
  colors: readonly Color[];
  /** The product takes no more pictures. */
  isFull: boolean;
  /** @param color the id of the colour that the files show; empty for none in particular */
  onAdd: (files: readonly File[], color: string) => void;
}

/** Chooses pictures, also straight for a colour. */
export function AddPictures({ colors, isFull, onAdd }: AddPicturesProps) {
  const input = useRef<HTMLInputElement>(null);
  /** The colour of the files that are being chosen. */
  const colorOfFiles = useRef('');
  function choose(color: string) {
    colorOfFiles.current = color;
    input.current?.click();
  }
  return (
    <>
      <FileInput
        inputRef={input}
        label="Ảnh sản phẩm"
        multiple
        onChoose={(files) => onAdd(files, colorOfFiles.current)}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => choose('')} disabled={isFull}>
          <ImagePlus aria-hidden="true" className="size-4" />
          Thêm ảnh
        </Button>
        {colors.map(({ id, name, hex_code }) => (
          <Button
            key={id}
            variant="outline"
            aria-label={`Thêm ảnh màu ${name}`}
            onClick={() => choose(String(id))}
            disabled={isFull}
          >
            <span
              aria-hidden="true"
              className="size-4 rounded-full border border-ink/20"
              style={{ backgroundColor: hex_code }}
            />
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}
