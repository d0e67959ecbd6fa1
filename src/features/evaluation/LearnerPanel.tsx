import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { RUBRIC_LIMITS } from '#src/contract/rules/evaluation.ts';
import type { Evaluation } from './evaluation.ts';
import { EvaluationState } from './EvaluationState.tsx';
import { EvaluationSteps } from './EvaluationSteps.tsx';
import { EvidenceList } from './EvidenceList.tsx';
import { EvidenceUpload } from './EvidenceUpload.tsx';
import { RubricTable } from './RubricTable.tsx';
import { useDraft } from './use-draft.ts';

const VIEW = 'GET /course/auth/evaluation/resource/view';
type Props = {
  resourceId: string;
  locale: Locale;
  timeZone: string;
  /** The resource may have become complete. */
  onChanged: () => void;
};

/** A practical operation or job evaluation in the study room: criteria, one's tries, and the next step. */
export function LearnerPanel({ resourceId, locale, timeZone, onChanged }: Props) {
  const query = useCall(VIEW, { resourceId });
  return (
    <div className="paper flex flex-col gap-6 p-4 sm:p-6">
      <LoadState query={query}>
        {(data) => (
          <Tries
            data={data}
            resourceId={resourceId}
            locale={locale}
            timeZone={timeZone}
            onChanged={() => {
              query.reload();
              onChanged();
            }}
          />
        )}
      </LoadState>
    </div>
  );
}

function Tries({ data, resourceId, locale, timeZone, onChanged }: Props & { data: Data<typeof VIEW> }) {
  const t = useT();
  const [latest, ...earlier] = data.tries;
  const { run: start, isPending } = useAction(async () => {
    await api('POST /course/auth/evaluation/start', { resourceId });
    onChanged();
  });
  return (
    <>
      {!latest && (
        <>
          <p>
            {t(`evaluation:intro.${data.kind}`, {
              names: data.assessors.join(t('evaluation:nameSeparator')) || t('evaluation:nobody'),
              count: data.maxTries,
            })}
          </p>
          <RubricTable rubric={data.rubric} showPass />
        </>
      )}
      {latest && <Try evaluation={latest} locale={locale} timeZone={timeZone} onChanged={onChanged} />}
      {data.canStart && (
        <button
          type="button"
          className="btn btn-primary self-start"
          aria-disabled={isPending}
          onClick={() => void start()}
        >
          {t(latest ? 'evaluation:startAgain' : `evaluation:start.${data.kind}`, {
            left: data.maxTries - (latest?.attempt ?? 0),
          })}
        </button>
      )}
      {earlier.map((evaluation) => (
        <details key={evaluation.id} className="border-t border-base-300 pt-4">
          <summary className="cursor-pointer text-sm text-muted">
            {t('evaluation:earlier', { attempt: evaluation.attempt, points: evaluation.score ?? '–' })}
          </summary>
          <div className="mt-4 flex flex-col gap-4">
            <EvidenceList files={evaluation.evidence.filter(({ url }) => url)} />
            <RubricTable rubric={evaluation.rubric} assessments={evaluation.assessments} showPass />
          </div>
        </details>
      ))}
    </>
  );
}

type TryProps = Omit<Props, 'resourceId'> & { evaluation: Evaluation };

function Try({ evaluation, locale, timeZone, onChanged }: TryProps) {
  const t = useT();
  const files = evaluation.evidence.filter(({ url }) => url);
  return (
    <>
      <EvaluationState evaluation={evaluation} isSelf />
      {evaluation.actions.includes('handIn') ? (
        <SubmitForm key={evaluation.id} evaluation={evaluation} onChanged={onChanged} />
      ) : (
        evaluation.kind === 'practice' && (
          <section className="flex flex-col gap-3" aria-label={t('evaluation:handedIn')}>
            <p className="break-words whitespace-pre-line">{evaluation.note}</p>
            {files.length > 0 && <EvidenceList files={files} />}
          </section>
        )
      )}
      <EvaluationSteps
        evaluation={evaluation}
        viewerId={evaluation.userId}
        locale={locale}
        timeZone={timeZone}
        onDone={onChanged}
      />
    </>
  );
}

function SubmitForm({ evaluation, onChanged }: { evaluation: Evaluation; onChanged: () => void }) {
  const t = useT();
  const { id } = evaluation;
  const {
    draft: note,
    saved,
    change,
    forget,
  } = useDraft(`note/${id}`, evaluation.note, (text) =>
    api('PUT /course/auth/evaluation/note/save', { id, note: text }, { isShowErrTip: false }),
  );
  const [isMissing, setMissing] = useState(false);
  const { run, isPending } = useAction(async () => {
    setMissing(!note.trim());
    if (!note.trim()) return;
    await api('POST /course/auth/evaluation/submit', { id, note });
    forget();
    onChanged();
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
      <TextArea
        label={t('evaluation:note.label')}
        hint={t('evaluation:note.hint')}
        rows={4}
        value={note}
        maxLength={RUBRIC_LIMITS.note}
        error={isMissing ? t('evaluation:note.missing') : undefined}
        onChange={({ target }) => {
          change(target.value);
          setMissing(false);
        }}
      />
      <p role="status" className={`-mt-3 text-sm ${saved === 'device' ? 'text-warning' : 'text-muted'}`}>
        {saved !== 'none' && t(`evaluation:saved.${saved}`)}
      </p>
      <EvidenceUpload evaluation={evaluation} onChanged={onChanged} />
      <button type="submit" className="btn btn-primary self-start" aria-disabled={isPending}>
        {t('evaluation:note.submit')}
      </button>
    </form>
  );
}
