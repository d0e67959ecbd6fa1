import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { changesOf, type Preview, type Regrade, type Target } from './targets.ts';

type Props = {
  regrade: Regrade;
  chosen: Target[];
  onChange: (change: (chosen: Target[]) => Target[]) => void;
};

/** The other exams with the same version of the question: those that are chosen are previewed, and regraded with the first. */
export function OtherExams({ regrade, chosen, onChange }: Props) {
  const t = useT();
  const { examId, questionId, version } = regrade;
  const exams = useCall('POST /exam/auth/exam/regrade/exam/page', { examId, questionId, version, pageSize: 100 });
  const [pending, setPending] = useState<string[]>([]);
  const [refused, setRefused] = useState<Record<string, string>>({});
  if (exams.data?.totalCount === 0) return null;
  const without = (id: string) => (all: Target[]) => all.filter((each) => each.regrade.examId !== id);
  const toggle = async (id: string, title: string, isChosen: boolean) => {
    onChange(without(id));
    setRefused(({ [id]: _, ...others }) => others);
    if (!isChosen) return;
    setPending((all) => [...all, id]);
    try {
      const own = { ...regrade, examId: id };
      const preview = await api('POST /exam/auth/exam/regrade/preview', own, { isShowErrTip: false });
      onChange((all) => [...without(id)(all), { regrade: own, title, preview }]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [wrong] = Object.values(error.fields);
      setRefused((all) => ({ ...all, [id]: wrong ?? error.message }));
    } finally {
      setPending((all) => all.filter((each) => each !== id));
    }
  };
  return (
    <fieldset className="flex flex-col gap-2 border-t border-base-300 pt-5">
      <legend className="sr-only">{t('marking:regrade.others')}</legend>
      <h3 className="font-semibold">{t('marking:regrade.others')}</h3>
      <p className="text-sm text-muted">{t('marking:regrade.othersHint')}</p>
      <LoadState query={exams}>
        {({ list }) => (
          <ul className="divide-y divide-base-300">
            {list.map(({ examId: id, title, attemptCount }) => {
              const target = chosen.find((each) => each.regrade.examId === id);
              const isPending = pending.includes(id);
              return (
                <li key={id} className="py-2">
                  <label className="flex items-start gap-3">
                    <input
                      type="checkbox"
                      className="checkbox mt-0.5 rounded-sm checkbox-sm"
                      checked={target !== undefined || isPending}
                      disabled={isPending}
                      onChange={(event) => void toggle(id, title, event.target.checked)}
                    />
                    <span className="min-w-0 break-words">
                      {title}
                      <span className="block text-sm text-muted">
                        {t('marking:regrade.papers', { count: attemptCount })}
                      </span>
                    </span>
                  </label>
                  <p role="status" className="ms-8 text-sm">
                    {isPending && <span className="text-muted">{t('marking:regrade.previewing')}</span>}
                    {target && <Counts preview={target.preview} />}
                    {refused[id] && <span className="text-error">{refused[id]}</span>}
                  </p>
                </li>
              );
            })}
          </ul>
        )}
      </LoadState>
    </fieldset>
  );
}

function Counts({ preview }: { preview: Preview }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-x-4 text-muted">
      {changesOf(preview).map(([name, count]) => (
        <span key={name}>
          {t(`marking:regrade.count.${name}`)} <span className="text-base-content tabular-nums">{count}</span>
        </span>
      ))}
    </span>
  );
}
