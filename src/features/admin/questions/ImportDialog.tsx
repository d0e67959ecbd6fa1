import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { upload } from '#src/client/upload.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FileField } from '../kit/FileField.tsx';
import { ImportReport } from './ImportReport.tsx';
import { SavedFile, type ReadyFile } from '../kit/SavedFile.tsx';

/** `onStored`: called with the first of the questions that were added. */
type Props = { bankId: string; onStored: (ids: string[]) => void; onClose: () => void };

/** Reads a file of questions, shows what it would change, and writes it once that is confirmed. */
export function ImportDialog({ bankId, onStored, onClose }: Props) {
  const t = useT();
  const [importId, setImportId] = useState<string | null>(null);
  const [template, setTemplate] = useState<ReadyFile | null>(null);
  const getTemplate = useAction(async () => setTemplate(await api('GET /exam/auth/question/template', {})));
  return (
    <ActionDialog title={t('bank:import.open')} onClose={onClose}>
      {importId ? (
        <ImportReport
          id={importId}
          onBack={() => setImportId(null)}
          onDone={(ids) => {
            onStored(ids);
            onClose();
          }}
        />
      ) : (
        <>
          <p>{t('bank:import.intro')}</p>
          <FileField
            label={t('bank:import.file')}
            hint={t('bank:import.hint')}
            reading={t('bank:import.reading')}
            accept=".gift,.txt,.xml,.zip,.xlsx,.csv"
            send={async (file, options) => {
              const input = { bankId, file };
              const { id } = await upload('POST /exam/auth/question/import/upload', input, {
                ...options,
                isShowErrTip: false,
              });
              setImportId(id);
            }}
          />
          <button type="button" className="btn btn-ghost btn-sm self-start" onClick={() => void getTemplate.run()}>
            {t('bank:import.template')}
          </button>
          <SavedFile file={template} />
        </>
      )}
    </ActionDialog>
  );
}
