import { type FormEvent, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { areComplete, CriteriaRows, type CriterionDraft, sumOfPoints } from '#src/components/CriteriaRows.tsx';
import { useKept } from '#src/features/editor/use-kept.ts';
import { island, useT } from '#src/i18n/island.tsx';

type Criterion = { text: string; points: number };
type Props = { questionId: string; /** Full score of the question. */ score: number; criteria: Criterion[] };

/** The criteria of a question with their points. */
export default island<Props>(function RubricForm({ questionId, score, criteria }) {
  const t = useT();
  const [stored] = useState<CriterionDraft[]>(() => criteria.map((each) => ({ ...each, points: String(each.points) })));
  const typed = useKept(`rubric:${questionId}`, stored);
  const rows = typed.value;
  const setRows = typed.change;
  const sum = sumOfPoints(rows);
  const save = useAction(async () => {
    const wanted = rows.map(({ text, points }) => ({ text, points: Number(points) }));
    await api('PUT /exam/auth/exam/marking/rubric/save', { questionId, criteria: wanted });
    await typed.forget();
    notify(t('marking:saved'), 'success');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <details open={typed.isRestored}>
      <summary className="cursor-pointer text-sm text-muted">
        {t('marking:rubric.title', { count: rows.length })}
      </summary>
      <form className="mt-3 flex flex-col gap-3" onSubmit={submit}>
        <p className="text-sm text-muted">{t('marking:rubric.hint')}</p>
        <CriteriaRows rows={rows} onChange={setRows} />
        <p role="status" className={`text-sm ${sum > score ? 'text-error' : 'text-muted'}`}>
          {t('marking:queue.sum', { sum, most: score })}
          {rows.length > 0 && sum < score && ` · ${t('marking:rubric.less')}`}
          {typed.isRestored && ` · ${t('marking:kept')}`}
        </p>
        <button
          type="submit"
          className="btn self-start btn-sm btn-primary"
          disabled={save.isPending || !areComplete(rows) || sum > score}
        >
          {t('marking:rubric.save')}
        </button>
      </form>
    </details>
  );
});
