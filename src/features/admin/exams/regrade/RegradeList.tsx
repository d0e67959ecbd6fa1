import { useEffect } from 'react';
import { invalidate, useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { Progress } from '#src/components/Progress.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { Group } from '../../kit/fields.tsx';
import type { Question, Rule } from './rule-draft.ts';

const LIST = 'POST /exam/auth/exam/regrade/page';
/** Time between two looks at the progress, ms. */
const LOOK_MS = 1_000;

type Props = { question: Question; timeZone: string; onUndo: (rule: Rule) => void };

/** Earlier regrades of a question, newest first, with the progress of the one that is being applied. */
export function RegradeList({ question, timeZone, onUndo }: Props) {
  const t = useT();
  const locale = useLocale();
  const { examId, questionId, version } = question;
  const regrades = useCall(LIST, { examId, questionId, pageSize: 100 });
  const isRunning = regrades.data?.list.some(({ doneAt }) => doneAt === null) ?? false;
  const { data } = regrades;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => invalidate(LIST), LOOK_MS);
    return () => clearTimeout(timer);
  }, [isRunning, data]);
  const newest = regrades.data?.list.find((row) => row.version === version);
  if (regrades.data?.totalCount === 0) return null;
  return (
    <Group title={t('marking:regrade.earlier')}>
      <LoadState query={regrades}>
        {({ list }) => (
          <ul className="divide-y divide-base-300">
            {list.map((row) => (
              <li key={row.id} className="flex flex-col gap-1 py-3">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="me-auto font-medium">{ruleText(row.ruleAfter)}</span>
                  {row === newest && row.doneAt && !question.blocked && (
                    <button type="button" className="btn btn-sm" onClick={() => onUndo(row.ruleBefore)}>
                      {t('marking:regrade.undo')}
                    </button>
                  )}
                </p>
                <p className="text-sm text-muted">
                  {row.userName} · {dateTimeText(row.gmtCreate, timeZone, locale)}
                  {row.keepPasses && ` · ${t('marking:regrade.outcome.keep')}`}
                </p>
                <p className="text-sm break-words whitespace-pre-line">{row.reason}</p>
                {row.doneAt ? (
                  <p role="status" className="text-sm text-muted">
                    {t('marking:regrade.done', {
                      ...{ changed: row.changedCount, gained: row.gainedCount, lost: row.lostCount },
                    })}
                  </p>
                ) : (
                  <Progress
                    value={row.attemptCount === 0 ? 100 : (row.doneCount / row.attemptCount) * 100}
                    label={t('marking:regrade.progress')}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </LoadState>
    </Group>
  );

  function ruleText({ key, score, void: voided }: Rule): string {
    const texts = Array.isArray(key) ? key.map((each) => (Array.isArray(each) ? each.join(' / ') : each)) : [];
    const right = typeof key === 'boolean' ? t(`marking:regrade.judge.${key}`) : texts.join('; ');
    const how = voided ?? (key === null ? 'paper' : 'key');
    return [
      key === null || voided ? t(`marking:regrade.mode.${how}`) : t('marking:regrade.rightNow', { key: right }),
      score !== null && t('marking:regrade.scoreNow', { score }),
    ]
      .filter(Boolean)
      .join(' · ');
  }
}
