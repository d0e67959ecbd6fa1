import { useState } from 'react';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { PaperItem } from './answer.ts';
import { mediaOf } from './paper-media.ts';

/** Buttons that show the pictures of a question larger, in a dialog. */
export function QuestionPictures({ html: { stem, options = {} } }: { html: PaperItem['html'] }) {
  const t = useT();
  const [shown, setShown] = useState<number | null>(null);
  const [isFull, setFull] = useState(false);
  const pictures = [stem, ...Object.values(options)].flatMap(mediaOf).filter(({ kind }) => kind === 'img');
  if (pictures.length === 0) return null;
  const nameOf = (i: number) => pictures[i]!.alt || t('exam:hall.picture.number', { n: i + 1 });
  const picture = shown === null ? undefined : pictures[shown];
  return (
    <div className="mb-5 flex flex-wrap gap-2">
      {pictures.map(({ src }, i) => (
        <button
          key={src}
          type="button"
          className="btn btn-sm"
          onClick={() => {
            setFull(false);
            setShown(i);
          }}
        >
          <Icon name="zoom-in" className="size-4" />
          {t('exam:hall.picture.enlarge', { name: nameOf(i) })}
        </button>
      ))}
      {picture && (
        <ActionDialog title={nameOf(shown!)} onClose={() => setShown(null)} className="max-w-6xl">
          <div className="min-h-0 overflow-auto" tabIndex={0} role="group" aria-label={nameOf(shown!)}>
            <img src={picture.src} alt={picture.alt} className={isFull ? 'w-[200%] max-w-none' : 'mx-auto w-full'} />
          </div>
          <button type="button" className="btn btn-sm self-end" aria-pressed={isFull} onClick={() => setFull(!isFull)}>
            <Icon name={isFull ? 'zoom-out' : 'zoom-in'} className="size-4" />
            {t(isFull ? 'exam:hall.picture.fit' : 'exam:hall.picture.double')}
          </button>
        </ActionDialog>
      )}
    </div>
  );
}
