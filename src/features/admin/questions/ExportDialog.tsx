import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import { calledFilter, type QuestionFilter } from './bank-query.ts';
import { type ReadyFile, SavedFile } from './SavedFile.tsx';

type Props = { bankId: string; filter: Partial<QuestionFilter>; onClose: () => void };
const FORMATS = ['xlsx', 'qti', 'moodle', 'gift'] as const;

/** Exports the questions of the list in a format that can be imported again. */
export function ExportDialog({ bankId, filter, onClose }: Props) {
  const t = useT();
  const [file, setFile] = useState<ReadyFile | null>(null);
  const { run, isPending } = useAction(async (format: (typeof FORMATS)[number]) => {
    setFile(null);
    setFile(await api('POST /exam/auth/question/download', { ...calledFilter(bankId, filter), format }));
  });
  return (
    <ActionDialog title={t('bank:export.open')} onClose={onClose}>
      <p>{t(Object.keys(filter).length > 0 ? 'bank:export.introFiltered' : 'bank:export.intro')}</p>
      <div className="flex flex-wrap gap-2">
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="btn border-base-300 bg-base-100"
            aria-disabled={isPending}
            onClick={() => void run(format)}
          >
            {t(`bank:export.${format}`)}
          </button>
        ))}
      </div>
      <SavedFile file={file} />
    </ActionDialog>
  );
}
