import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { PEOPLE_IMPORT_DAYS } from '#src/contract/rules/people-import.ts';
import { useT } from '#src/i18n/island.tsx';
import { CheckField } from '../kit/fields.tsx';
import { type Import, VIEW } from './import-list.ts';

/** Says what the plan changes, and applies it. Disabling those who are missing has to be chosen; of many, their number typed. */
export function ApplyDialog({ stored, onClose }: { stored: Import; onClose: () => void }) {
  const t = useT();
  const { id, plan, missingConfirmation } = stored;
  const counts = stored.counts!;
  const [disableMissing, setDisable] = useState(false);
  const [typed, setTyped] = useState('');
  const [alert, setAlert] = useState('');
  const apply = useAction(async () => {
    try {
      const confirmed = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : undefined;
      const input = { id, plan, disableMissing, ...(confirmed !== undefined && { confirmed }) };
      await api('PUT /people/auth/import/apply', input, { isShowErrTip: false });
      onClose();
      invalidate(VIEW);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(Object.values(error.fields)[0] ?? error.message);
      if (error.code === 409) invalidate(VIEW);
    }
  });
  const lines = [
    t('people:import.applyNew', { count: counts.new }),
    t('people:import.applyChanged', { count: counts.changed }),
    t('people:import.applyWrong', { count: counts.wrong }),
    t('people:import.applyUndo', { days: PEOPLE_IMPORT_DAYS.applied }),
  ];
  return (
    <ActionDialog title={t('people:import.applyTitle')} onClose={onClose} className="max-w-lg">
      <FormAlert text={alert} />
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {lines.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {counts.missing > 0 && (
        <CheckField
          label={t('people:import.disableMissing', { count: counts.missing })}
          hint={t('people:import.disableMissingHint')}
          value={disableMissing}
          onChange={setDisable}
        />
      )}
      {disableMissing && missingConfirmation && (
        <FormField
          label={t('people:import.confirmMissing', { count: counts.missing })}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-ghost" onClick={onClose}>
          {t('common:cancel')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={apply.isPending}
          onClick={() => void apply.run()}
        >
          {t('people:import.apply')}
        </button>
      </div>
    </ActionDialog>
  );
}
