import { useId, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { RUBRIC_LIMITS, unscored, weightedScore } from '#src/contract/rules/evaluation.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Evaluation, Rubric, Scores } from './evaluation.ts';
import { useDraft } from './use-draft.ts';

type Props = { evaluation: Evaluation; viewerId: string; onDone: (evaluation: Evaluation) => void };
const NONE = { points: null, comment: '' };

/** The form with which the viewer scores; its draft is saved as one types. */
export function ScoreForm({ evaluation, viewerId, onDone }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const { id, rubric } = evaluation;
  const own = evaluation.assessments.find(({ userId }) => userId === viewerId);
  const given = { scores: own?.scores ?? {}, comment: own?.comment ?? '' };
  const { draft, saved, change, forget } = useDraft(id, given, (scores) =>
    api('PUT /course/auth/evaluation/assessment/save', { id, ...scores }, { isShowErrTip: false }),
  );
  const [missing, setMissing] = useState<string[]>([]);
  const { run: submit, isPending } = useAction(async () => {
    const open = unscored(rubric, draft.scores);
    setMissing(open);
    if (open.length > 0) return;
    try {
      const done = await api('POST /course/auth/evaluation/assessment/submit', { id, ...draft });
      forget();
      onDone(done);
    } catch (error) {
      if (error instanceof ApiError && error.code === 409)
        onDone(await api('GET /course/auth/evaluation/view', { id }));
      throw error;
    }
  });
  const setScore = (code: string, part: Partial<Scores[string]>) => {
    setMissing(missing.filter((each) => each !== code));
    change({ ...draft, scores: { ...draft.scores, [code]: { ...NONE, ...draft.scores[code], ...part } } });
  };
  const isComplete = unscored(rubric, draft.scores).length === 0;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {/* What is filled in before hydration would be lost. */}
      <fieldset disabled={!hydrated} className="flex min-w-0 flex-col gap-5">
        {rubric.criteria.map((criterion) => (
          <Criterion
            key={criterion.code}
            criterion={criterion}
            score={draft.scores[criterion.code] ?? NONE}
            isMissing={missing.includes(criterion.code)}
            onChange={(part) => setScore(criterion.code, part)}
          />
        ))}
        <TextArea
          label={t('evaluation:form.comment')}
          value={draft.comment}
          maxLength={RUBRIC_LIMITS.note}
          onChange={(event) => change({ ...draft, comment: event.target.value })}
        />
      </fieldset>
      <p className="flex flex-wrap items-baseline justify-between gap-4">
        <span>
          {t('evaluation:form.total')}{' '}
          <strong className="text-xl tabular-nums">
            {isComplete ? weightedScore(rubric, draft.scores) / 100 : '–'}
          </strong>
        </span>
        <span role="status" className={`text-sm ${saved === 'device' ? 'text-warning' : 'text-muted'}`}>
          {saved !== 'none' && t(`evaluation:saved.${saved}`)}
        </span>
      </p>
      <button type="submit" className="btn btn-primary self-start" disabled={!hydrated} aria-disabled={isPending}>
        {t('evaluation:form.submit')}
      </button>
    </form>
  );
}

type CriterionProps = {
  criterion: Rubric['criteria'][number];
  score: Scores[string];
  isMissing: boolean;
  onChange: (part: Partial<Scores[string]>) => void;
};

function Criterion({ criterion, score, isMissing, onChange }: CriterionProps) {
  const t = useT();
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2 rounded-box border border-base-300 p-4">
      <legend className="px-1 font-medium">
        {criterion.title}{' '}
        <span className="text-sm font-normal text-muted">
          {t('evaluation:rubric.weight', { percent: criterion.weight })}
        </span>
      </legend>
      <p className="text-sm text-muted">{criterion.description}</p>
      {criterion.levels.length > 0 ? (
        <div className="flex flex-col gap-2">
          {criterion.levels.map((level) => (
            <label key={level.points} className="flex cursor-pointer items-start gap-2">
              <input
                type="radio"
                className="radio radio-sm radio-primary mt-0.5"
                name={id}
                checked={score.points === level.points}
                onChange={() => onChange({ points: level.points })}
              />
              <span className="min-w-0">
                {level.title} <span className="text-sm text-muted tabular-nums">{level.points}</span>
                {level.description && <span className="block text-sm text-muted">{level.description}</span>}
              </span>
            </label>
          ))}
        </div>
      ) : (
        <label className="flex items-center gap-3">
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            step={1}
            className="input w-24"
            aria-invalid={isMissing || undefined}
            value={score.points ?? ''}
            onChange={({ target }) => {
              const points = target.value === '' ? null : Math.min(100, Math.max(0, Math.round(Number(target.value))));
              onChange({ points });
            }}
          />
          <span className="text-sm text-muted">{t('evaluation:form.points', { title: criterion.title })}</span>
        </label>
      )}
      {isMissing && <FieldError id={`${id}-error`} text={t('evaluation:form.missing')} />}
      <TextArea
        label={t('evaluation:form.reason', { title: criterion.title })}
        rows={2}
        maxLength={RUBRIC_LIMITS.comment}
        value={score.comment}
        onChange={(event) => onChange({ comment: event.target.value })}
      />
    </fieldset>
  );
}
