import '#src/components/table-scroll.css';
import '../matrix/matrix.css';
import { useId } from 'react';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

type Department = Data<'POST /course/auth/study/tasks/progress/total'>['departments'][number];
const NUMBERS = ['count', 'started', 'completed', 'late', 'overdue'] as const;

/** How many people of a task are where, at first of all departments together. */
export function TaskTotals({
  departments,
  onChoose,
}: {
  departments: Department[] | undefined;
  onChoose: (path: string) => void;
}) {
  const t = useT();
  const id = useId();
  if (!departments || departments.length === 0) return null;
  const labels = {
    ...{ count: t('tasks:progressView.total'), started: t('tasks:progressView.started') },
    ...{ completed: t('tasks:progressState.completed'), late: t('tasks:progressState.late') },
    overdue: t('tasks:progressState.overdue'),
  };
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        {t('tasks:progressView.totals')}
      </h2>
      <dl className="matrix-figures">
        {NUMBERS.map((name) => {
          const value = departments.reduce((total, each) => total + each[name], 0);
          return (
            <div key={name}>
              <dt className="text-sm text-muted">{labels[name]}</dt>
              <dd className={`text-xl font-semibold ${name === 'overdue' && value > 0 ? 'text-error' : ''}`}>
                {value}
              </dd>
            </div>
          );
        })}
      </dl>
      {departments.length > 1 && (
        <details>
          <summary className="cursor-pointer text-sm">{t('tasks:progressView.totals')}</summary>
          <div className="table-scroll matrix-totals">
            <table className="table table-sm">
              <thead>
                <tr>
                  <th>{t('tasks:progressView.department')}</th>
                  {NUMBERS.map((name) => (
                    <th key={name} className="text-end">
                      {labels[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="tabular-nums">
                {departments.map((each) => (
                  <tr key={each.department}>
                    <th scope="row" className="font-normal">
                      {each.department ? (
                        <button type="button" className="link text-start" onClick={() => onChoose(each.department!)}>
                          {each.department}
                        </button>
                      ) : (
                        t('tasks:progressView.all')
                      )}
                    </th>
                    {NUMBERS.map((name) => (
                      <td key={name} className="text-end">
                        {each[name]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  );
}
