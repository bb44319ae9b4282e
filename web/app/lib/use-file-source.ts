import { useEffect, useRef, type RefObject } from 'react';

/** Shows a chosen file in an image. @returns the ref of that image */
export function useFileSource(file: File): RefObject<HTMLImageElement> {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return image;
}
