import type { RefObject } from 'react';

interface FileInputProps {
  inputRef: RefObject<HTMLInputElement>;
  /** For screen readers. */
  label: string;
  /** Default: pictures. */
  accept?: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
}

/** A hidden input that chooses files. A button clicks it. */
export const FileInput = ({ inputRef, label, accept = 'image/*', multiple, onChoose }: FileInputProps) => (
  <input
    ref={inputRef}
    type="file"
    accept={accept}
    multiple={multiple}
    aria-label={label}
    hidden
    onChange={({ currentTarget }) => {
      const files = [...(currentTarget.files ?? [])];
      // Lets the same file be chosen again: after a failure, a correction or its removal.
      currentTarget.value = '';
      if (files.length > 0) onChoose(files);
    }}
  />
);
