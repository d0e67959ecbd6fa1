import '#src/components/date-field.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { TextArea } from '#src/components/TextArea.tsx';
import { useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { RUBRIC_LIMITS } from '#src/contract/rules/evaluation.ts';
import type { Evaluation } from './evaluation.ts';
import { RubricTable } from './RubricTable.tsx';
import { ScoreForm } from './ScoreForm.tsx';

type Props = {
  evaluation: Evaluation;
  viewerId: string;
  locale: Locale;
  timeZone: string;
  onDone: (evaluation: Evaluation) => void;
};

/** What has been scored and talked about, and the form of the viewer's next step. */
export function EvaluationSteps({ evaluation, viewerId, locale, timeZone, onDone }: Props) {
  const t = useT();
  const { actions, talkAt, talkNote, assessments, rubric, kind } = evaluation;
  const isAssessing = actions.includes('assess');
  const isSelf = evaluation.userId === viewerId;
  return (
    <>
      {isAssessing && <ScoreForm key={evaluation.id} evaluation={evaluation} viewerId={viewerId} onDone={onDone} />}
      {(!isAssessing || (kind === 'job' && !isSelf)) && (
        <RubricTable rubric={rubric} assessments={assessments} showPass={kind !== 'assessment'} />
      )}
      {talkAt && (
        <section className="rounded-box bg-base-200 p-4" aria-label={t('evaluation:talk.title')}>
          <h3 className="font-medium">
            {t('evaluation:talk.title')}{' '}
            <span className="text-sm font-normal text-muted">{dateTimeText(talkAt, timeZone, locale)}</span>
          </h3>
          <p className="mt-1 break-words whitespace-pre-line">{talkNote}</p>
        </section>
      )}
      {actions.includes('talk') && <TalkForm id={evaluation.id} onDone={onDone} />}
      {actions.includes('confirm') && <Confirm id={evaluation.id} onDone={onDone} />}
    </>
  );
}

function TalkForm({ id, onDone }: { id: string; onDone: Props['onDone'] }) {
  const t = useT();
  const hydrated = useHydrated();
  const [talkAt, setTalkAt] = useState('');
  const [talkNote, setTalkNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { run, isPending } = useAction(async () => {
    const isOpen = talkAt === '' || talkNote.trim() === '';
    setMissing(isOpen);
    if (isOpen) return;
    const at = new Date(talkAt).toISOString();
    onDone(await api('POST /course/auth/evaluation/talk/save', { id, talkAt: at, talkNote }));
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <label className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{t('evaluation:talk.at')}</span>
        <input
          type="datetime-local"
          className="input w-full max-w-xs"
          value={talkAt}
          aria-invalid={(isMissing && talkAt === '') || undefined}
          onChange={({ target }) => setTalkAt(target.value)}
        />
      </label>
      <TextArea
        label={t('evaluation:talk.note')}
        value={talkNote}
        maxLength={RUBRIC_LIMITS.note}
        error={isMissing ? t('evaluation:talk.missing') : undefined}
        onChange={({ target }) => setTalkNote(target.value)}
      />
      <button type="submit" className="btn btn-primary self-start" disabled={!hydrated} aria-disabled={isPending}>
        {t('evaluation:talk.save')}
      </button>
    </form>
  );
}

function Confirm({ id, onDone }: { id: string; onDone: Props['onDone'] }) {
  const t = useT();
  const hydrated = useHydrated();
  const { run, isPending } = useAction(async () => onDone(await api('POST /course/auth/evaluation/confirm', { id })));
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{t('evaluation:confirm.hint')}</p>
      <button
        type="button"
        className="btn btn-primary self-start"
        disabled={!hydrated}
        aria-disabled={isPending}
        onClick={() => void run()}
      >
        {t('evaluation:confirm.button')}
      </button>
    </div>
  );
}
