import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { upload } from '#src/client/upload.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ImportReport } from './ImportReport.tsx';
import { SavedFile, type ReadyFile } from './SavedFile.tsx';

type Props = { bankId: string; onClose: () => void };

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
        <ImportReport id={importId} onBack={() => setImportId(null)} onDone={onClose} />
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
