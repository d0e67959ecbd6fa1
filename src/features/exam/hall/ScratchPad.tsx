import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { MAX_PAD_LENGTH } from '#src/contract/rules/exam.ts';
import type { Choices } from './choices.store.ts';
import { NoteState } from './NoteState.tsx';

/** The scratch pad, beside the question, which stays visible. */
export function ScratchPad({ choices, onClose }: { choices: Choices; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const { pad } = useStore(choices.$choices);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <section
      aria-labelledby={id}
      className="fixed inset-x-0 bottom-0 z-30 flex flex-col gap-2 rounded-t-box border border-base-300 bg-base-100 p-4 hall-sheet shadow-xl sm:inset-x-auto sm:end-4 sm:bottom-4 sm:w-96 sm:rounded-box"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="flex items-center justify-between">
        <h2 id={id} className="font-semibold">
          {t('exam:hall.pad')}
        </h2>
        <button
          type="button"
          className="btn btn-ghost btn-sm btn-square"
          aria-label={t('common:close')}
          onClick={onClose}
        >
          <Icon name="close" className="size-4" />
        </button>
      </div>
      <textarea
        ref={field}
        aria-labelledby={id}
        className="textarea h-40 w-full sm:h-64"
        maxLength={MAX_PAD_LENGTH}
        value={pad}
        onChange={(event) => choices.change({ pad: event.target.value })}
      />
      <p className="text-sm text-muted">{t('exam:hall.noteHint')}</p>
      <NoteState choices={choices} />
    </section>
  );
}
