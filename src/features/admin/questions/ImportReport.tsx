import '#src/components/choice.css';
import { useId, useState } from 'react';
import type { Data } from '#src/contract/calls.ts';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ImportRow, NewOrReplace } from './ImportRow.tsx';

const KINDS = ['similar', 'add', 'change', 'unchanged', 'skip', 'loss'] as const;
type Kind = (typeof KINDS)[number];
/** What is chosen for similar questions: for all, and the steps for which the opposite holds. */
type Choice = { replace: boolean; except: ReadonlySet<number> };
type Counts = Data<'POST /exam/auth/question/import/view'>['counts'];
type Props = { id: string; onBack: () => void; onDone: (ids: string[]) => void };

/** The report of an import, with the choice for similar questions, and its confirmation. */
export function ImportReport({ id, onBack, onDone }: Props) {
  const t = useT();
  const [kind, setKind] = useState<Kind | undefined>();
  const [pageCurrent, setPage] = useState(1);
  const [choice, setChoice] = useState<Choice>({ replace: false, except: new Set() });
  const report = useCall('POST /exam/auth/question/import/view', { id, kind, pageCurrent });
  const [alert, setAlert] = useState('');
  const confirm = useAction(async (reportHash: string) => {
    try {
      const similar = { replace: choice.replace, except: [...choice.except] };
      const input = { id, reportHash, similar };
      const { ids, ...done } = await api('POST /exam/auth/question/import/confirm', input, { isShowErrTip: false });
      notify(t('bank:import.done', done), 'success');
      invalidate('POST /exam/auth/question/page');
      invalidate('GET /exam/auth/question/bank/view');
      onDone(ids);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(error.message);
      // The steps may be others now.
      setChoice({ replace: choice.replace, except: new Set() });
      report.reload();
    }
  });
  const replaces = (step: number) => choice.replace !== choice.except.has(step);
  const choose = (step: number, replace: boolean) => {
    const except = new Set(choice.except);
    if (replace === choice.replace) except.delete(step);
    else except.add(step);
    setChoice({ ...choice, except });
  };
  return (
    <LoadState query={report}>
      {({ fileName, counts, rows, reportHash }) => (
        <>
          <p className="break-words">{t('bank:import.read', { name: fileName })}</p>
          <FormAlert text={alert} />
          <KindFilter
            counts={counts}
            kind={kind}
            onChange={(next) => {
              setKind(next);
              setPage(1);
            }}
          />
          {KINDS.every((each) => counts[each] === 0) && <p>{t('bank:import.nothing')}</p>}
          {counts.similar > 0 && (
            <SimilarChoice
              count={counts.similar}
              choice={choice}
              onChange={(replace) => setChoice({ replace, except: new Set() })}
            />
          )}
          {rows.list.length > 0 && (
            <div
              role="group"
              aria-label={t('bank:import.read', { name: fileName })}
              tabIndex={0}
              className="max-h-80 min-h-24 overflow-y-auto rounded-box border border-base-300"
            >
              <ul className="divide-y divide-base-300">
                {rows.list.map((row, n) => (
                  <ImportRow
                    key={row.step ?? `row-${n}`}
                    row={row}
                    replaces={row.step !== null && replaces(row.step)}
                    onChoose={(replace) => row.step !== null && choose(row.step, replace)}
                  />
                ))}
              </ul>
            </div>
          )}
          {rows.totalPage > 1 && (
            <div className="flex items-center justify-between gap-2 text-sm tabular-nums">
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                disabled={pageCurrent <= 1}
                onClick={() => setPage(pageCurrent - 1)}
              >
                {t('bank:import.previous')}
              </button>
              {pageCurrent} / {rows.totalPage}
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                disabled={pageCurrent >= rows.totalPage}
                onClick={() => setPage(pageCurrent + 1)}
              >
                {t('bank:import.next')}
              </button>
            </div>
          )}
          <div className="modal-action mt-0">
            <button type="button" className="btn btn-ghost" onClick={onBack}>
              {t('bank:import.other')}
            </button>
            <button
              type="button"
              className="btn btn-primary"
              disabled={written(counts) === 0}
              aria-disabled={confirm.isPending}
              onClick={() => void confirm.run(reportHash)}
            >
              {t('bank:import.confirm', { count: written(counts) })}
            </button>
          </div>
        </>
      )}
    </LoadState>
  );
}

const written = ({ add, change, similar }: Counts) => add + change + similar;

type FilterProps = { counts: Counts; kind: Kind | undefined; onChange: (kind: Kind | undefined) => void };

function KindFilter({ counts, kind, onChange }: FilterProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t('bank:import.filter')}>
      {KINDS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={kind === each}
          disabled={counts[each] === 0}
          className={`choice ${counts[each] === 0 ? 'text-muted' : ''}`}
          onClick={() => onChange(kind === each ? undefined : each)}
        >
          {t(`bank:import.kind.${each}`)} <span className="tabular-nums">{counts[each]}</span>
        </button>
      ))}
    </div>
  );
}

type SimilarProps = { count: number; choice: Choice; onChange: (replace: boolean) => void };

function SimilarChoice({ count, choice, onChange }: SimilarProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="rounded-box border border-base-300 p-3 text-sm" role="group" aria-labelledby={id}>
      <p id={id}>{t('bank:import.similar', { count })}</p>
      <NewOrReplace
        isForAll
        chosen={choice.except.size > 0 ? null : choice.replace}
        onChoose={onChange}
        label={t('bank:import.similar', { count })}
      />
    </div>
  );
}
