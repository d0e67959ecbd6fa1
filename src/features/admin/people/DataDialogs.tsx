import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { type ReadyFile, SavedFile } from '../kit/SavedFile.tsx';

type Props = { userId: string; name: string; onClose: () => void };

/** Makes a copy of everything that the portal stores about a member. */
export function CopyDialog({ userId, name, onClose }: Props) {
  const t = useT();
  const [file, setFile] = useState<ReadyFile | null>(null);
  const { run, isPending } = useAction(async () => setFile(await api('POST /user/auth/people/data/copy', { userId })));
  return (
    <ActionDialog title={t('people:data.copyTitle', { name })} onClose={onClose} className="max-w-lg">
      <ul className="flex list-disc flex-col gap-1 ps-5">
        <li>{t('people:data.copyWhat')}</li>
        <li>{t('people:data.copyAudited')}</li>
      </ul>
      <div role="status">
        <SavedFile file={file} />
      </div>
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-ghost" onClick={onClose}>
          {t('common:cancel')}
        </button>
        {!file && (
          <button type="button" className="btn btn-primary" aria-disabled={isPending} onClick={() => void run()}>
            {t('people:data.copyAction')}
          </button>
        )}
      </div>
    </ActionDialog>
  );
}

/** Requests the erasure of a member's personal data, which another administrator decides. */
export function EraseDialog({ userId, name, onClose }: Props) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { reason: t('people:data.reasonMissing') }),
    send: async (values) => {
      const input = { userId, reason: textOf(values, 'reason') };
      await api('POST /user/auth/people/data/erase', input, { isShowErrTip: false });
      notify(t('people:data.eraseRequested'), 'success');
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('people:data.eraseTitle', { name })}
      action={t('people:data.eraseAction')}
      isDestructive
      form={form}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {['eraseSecond', 'eraseWhat', 'eraseStays', 'eraseNoUndo'].map((each) => (
          <li key={each}>{t(`people:data.${each}`)}</li>
        ))}
      </ul>
      <FormField {...form.field('reason')} label={t('people:data.reason')} maxLength={500} autoComplete="off" />
    </FormDialog>
  );
}
