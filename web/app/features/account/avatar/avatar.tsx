import type { SyntheticEvent } from 'react';

const DEFAULT_AVATAR = '/images/sample.png';

/** A person's round picture. The shop's default stands in for a missing or broken one. */
export function Avatar({ src, className = 'size-10' }: { src: string | null; className?: string }) {
  return (
    <img
      src={src ?? DEFAULT_AVATAR}
      alt=""
      width={96}
      height={96}
      onError={showDefault}
      className={`shrink-0 rounded-full bg-sand object-cover ${className}`}
    />
  );
}

function showDefault({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
  if (!image.src.endsWith(DEFAULT_AVATAR)) image.src = DEFAULT_AVATAR;
}
