import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { upload } from '#src/client/upload.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { SavedFile, type ReadyFile } from './SavedFile.tsx';

type Props = { bankId: string; onClose: () => void };
const KINDS = ['add', 'change', 'unchanged', 'skip', 'loss'] as const;

/** Reads a file of questions, shows what it would change, and writes it once that is confirmed. */
export function ImportDialog({ bankId, onClose }: Props) {
  const t = useT();
  const [importId, setImportId] = useState<string | null>(null);
  const [alert, setAlert] = useState('');
  const [template, setTemplate] = useState<ReadyFile | null>(null);
  const { run, isPending } = useAction(async (file: File) => {
    setAlert('');
    try {
      const { id } = await upload('POST /exam/auth/question/import/upload', { bankId, file }, { isShowErrTip: false });
      setImportId(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(error.message);
    }
  });
  const getTemplate = useAction(async () => setTemplate(await api('GET /exam/auth/question/template', {})));
  return (
    <ActionDialog title={t('bank:import.open')} onClose={onClose}>
      {importId ? (
        <Report id={importId} onBack={() => setImportId(null)} onDone={onClose} />
      ) : (
        <>
          <p>{t('bank:import.intro')}</p>
          <FormAlert text={alert} />
          <label className="flex flex-col gap-1.5">
            <span className="text-sm font-medium">{t('bank:import.file')}</span>
            <input
              type="file"
              className="file-input w-full"
              accept=".gift,.txt,.xml,.zip,.xlsx,.csv"
              disabled={isPending}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) void run(file);
              }}
            />
            <span className="text-sm text-muted" role="status">
              {t(isPending ? 'bank:import.reading' : 'bank:import.hint')}
            </span>
          </label>
          <button type="button" className="btn btn-ghost btn-sm self-start" onClick={() => void getTemplate.run()}>
            {t('bank:import.template')}
          </button>
          <SavedFile file={template} />
        </>
      )}
    </ActionDialog>
  );
}

function Report({ id, onBack, onDone }: { id: string; onBack: () => void; onDone: () => void }) {
  const t = useT();
  const [kind, setKind] = useState<(typeof KINDS)[number] | undefined>();
  const [pageCurrent, setPage] = useState(1);
  const report = useCall('POST /exam/auth/question/import/view', { id, kind, pageCurrent });
  const [alert, setAlert] = useState('');
  const confirm = useAction(async (reportHash: string) => {
    try {
      const input = { id, reportHash };
      const done = await api('POST /exam/auth/question/import/confirm', input, { isShowErrTip: false });
      notify(t('bank:import.done', done), 'success');
      invalidate('POST /exam/auth/question/page');
      invalidate('GET /exam/auth/question/bank/view');
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(error.message);
      report.reload();
    }
  });
  return (
    <LoadState query={report}>
      {({ fileName, counts, rows, reportHash }) => (
        <>
          <p className="break-words">{t('bank:import.read', { name: fileName })}</p>
          <FormAlert text={alert} />
          <div className="flex flex-wrap gap-2" role="group" aria-label={t('bank:import.filter')}>
            {KINDS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={kind === each}
                disabled={counts[each] === 0}
                className={`btn btn-sm font-normal ${kind === each ? 'btn-primary' : 'border-base-300 bg-base-100'}`}
                onClick={() => {
                  setKind(kind === each ? undefined : each);
                  setPage(1);
                }}
              >
                {t(`bank:import.kind.${each}`)} <span className="tabular-nums">{counts[each]}</span>
              </button>
            ))}
          </div>
          {KINDS.every((each) => counts[each] === 0) && <p>{t('bank:import.nothing')}</p>}
          {rows.list.length > 0 && (
            <div
              role="group"
              aria-label={t('bank:import.read', { name: fileName })}
              tabIndex={0}
              className="max-h-80 min-h-24 overflow-y-auto rounded-box border border-base-300"
            >
              <ul className="divide-y divide-base-300">
                {rows.list.map((row, n) => (
                  <li key={n} className="p-3 text-sm">
                    <span className={`badge badge-soft badge-sm ${TONES[row.kind]}`}>
                      {t(`bank:import.kind.${row.kind}`)}
                    </span>{' '}
                    <span className="wrap-anywhere text-muted">{row.place}</span>
                    {row.stem && <p className="mt-1 line-clamp-2 break-words">{row.stem}</p>}
                    {row.reason && <p className="mt-1 break-words">{row.reason}</p>}
                  </li>
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
              disabled={counts.add + counts.change === 0}
              aria-disabled={confirm.isPending}
              onClick={() => void confirm.run(reportHash)}
            >
              {t('bank:import.confirm', { count: counts.add + counts.change })}
            </button>
          </div>
        </>
      )}
    </LoadState>
  );
}

const TONES = { add: 'badge-success', change: 'badge-info', unchanged: '', skip: 'badge-error', loss: 'badge-warning' };
