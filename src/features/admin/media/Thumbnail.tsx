import { useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { KIND_ICONS, type MediaRow } from './media-list.ts';

/** A small picture of a file, or the icon of its kind. */
export function Thumbnail({ file }: { file: Pick<MediaRow, 'thumbnail' | 'kind'> }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { thumbnail, kind } = file;
  return (
    <span className="media-thumb">
      {thumbnail && thumbnail !== broken ? (
        <img src={thumbnail} alt="" loading="lazy" onError={() => setBroken(thumbnail)} />
      ) : (
        <Icon name={KIND_ICONS[kind]} className="size-5" />
      )}
    </span>
  );
}
