import { useEffect, useId, useRef } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { MAX_NOTE_LENGTH } from '#src/contract/rules/exam.ts';
import { writeNote } from './choice-actions.ts';
import type { Choices } from './choices.store.ts';
import { NoteState } from './NoteState.tsx';

type Props = {
  choices: Choices;
  questionId: string;
  number: number;
  note: string;
  /** The candidate has just opened it. */
  isNew: boolean;
};

/** The candidate's note on a question: private, and not part of the answer. */
export function QuestionNote({ choices, questionId, number, note, isNew }: Props) {
  const t = useT();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  return (
    <div className="mt-6 flex flex-col gap-1 border-t border-base-300 pt-4">
      <label htmlFor={id} className="text-sm font-medium">
        {t('exam:hall.noteOn', { n: number })}
      </label>
      <textarea
        id={id}
        ref={field}
        className="textarea min-h-20 w-full"
        aria-describedby={`${id}-hint`}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => writeNote(choices, questionId, event.target.value)}
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t('exam:hall.noteHint')}
      </p>
      <NoteState choices={choices} />
    </div>
  );
}
