import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import type { Bank } from './bank-query.ts';

export type DeletedBank = Pick<Bank, 'id' | 'title'> & { uses: Data<'GET /exam/auth/question/bank/uses'> };

const USES = ['questions', 'drawn', 'practised'] as const;

/** Deletes a bank, after it has said what depends on it. One from which exams draw stays: they are named. */
export function DeleteBank({ id, title, uses, onClose }: DeletedBank & { onClose: () => void }) {
  const t = useT();
  const { exams, examTitles } = uses;
  if (exams === 0)
    return (
      <Confirm
        title={t('editing:confirm.delete', { title })}
        consequences={[
          t('bank:bankDeleteHint'),
          ...USES.filter((name) => uses[name] > 0).map((name) => t(`bank:bankUse.${name}`, { count: uses[name] })),
        ]}
        action={t('editing:action.delete')}
        onConfirm={async () => {
          await api('PUT /exam/auth/question/bank/delete', { id, deleted: true });
          notify(t('bank:bankDeleted'), 'success');
          invalidate('POST /exam/auth/question/bank/page');
        }}
        onClose={onClose}
      />
    );
  return (
    <ActionDialog title={t('bank:bankKept', { title })} onClose={onClose} className="max-w-lg">
      <p>{t('bank:bankUse.exams', { count: exams })}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {examTitles.map((each, at) => (
          <li key={at} className="break-words">
            {each}
          </li>
        ))}
        {exams > examTitles.length && <li>…</li>}
      </ul>
      <div className="modal-action mt-0">
        <button type="button" className="btn" onClick={onClose}>
          {t('common:close')}
        </button>
      </div>
    </ActionDialog>
  );
}
