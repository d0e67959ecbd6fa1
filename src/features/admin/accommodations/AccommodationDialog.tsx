import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import type { OperationInput } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, MomentField, NumberField, TextField } from '../kit/fields.tsx';
import { PersonPicker } from '../kit/PersonPicker.tsx';
import type { Accommodation } from './accommodation-list.ts';

/** An accommodation while it is edited; `person` is null until somebody is chosen. */
export type Draft = Omit<OperationInput<'POST /exam/auth/exam/accommodation/save'>, 'userId'> & {
  person: { userId: string; userName: string } | null;
};

/** @param now ISO 8601, of the server */
export const newDraft = (now: string): Draft => ({
  ...{ person: null, extraPercent: 25, extraSeconds: 0, breaks: 0, breakSeconds: 0, noSwitchRules: false },
  ...{ largeType: false, windowAfterSeconds: 0, reason: '', validFrom: now, validUntil: null },
});

export const toDraft = (row: Accommodation): Draft => ({
  person: { userId: row.userId, userName: row.userName },
  ...{ id: row.id, extraPercent: row.extraPercent, extraSeconds: row.extraSeconds, breaks: row.breaks },
  ...{ breakSeconds: row.breakSeconds, noSwitchRules: row.noSwitchRules, largeType: row.largeType },
  ...{ windowAfterSeconds: row.windowAfterSeconds, reason: row.reason },
  ...{ validFrom: row.validFrom, validUntil: row.validUntil },
});

type Props = { draft: Draft; timeZone: string; onClose: () => void };

/** Adds or changes an accommodation. */
export function AccommodationDialog({ draft: given, timeZone, onClose }: Props) {
  const t = useT();
  const [draft, setDraft] = useState(given);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = useAction(async () => {
    const { person, ...values } = draft;
    if (!person) return setAlert(t('exam:accommodation.whoMissing'));
    try {
      const input = { ...values, userId: person.userId };
      await api('POST /exam/auth/exam/accommodation/save', input, { isShowErrTip: false });
      notify(t('exam:accommodation.saved'), 'success');
      invalidate('POST /exam/auth/exam/accommodation/page');
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.fields);
      setAlert(Object.keys(error.fields).length > 0 ? '' : error.message);
    }
  });
  return (
    <ActionDialog title={t(draft.id ? 'exam:accommodation.edit' : 'exam:accommodation.add')} onClose={onClose}>
      <FormAlert text={alert} />
      {draft.id ? (
        <p className="font-medium">{draft.person?.userName}</p>
      ) : (
        <PersonPicker chosen={draft.person} onChoose={(person) => change({ person })} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t('exam:accommodation.field.percent')}
          value={draft.extraPercent}
          error={errors['extraPercent']}
          onChange={(extraPercent) => change({ extraPercent })}
        />
        <NumberField
          label={t('exam:accommodation.field.minutes')}
          value={draft.extraSeconds}
          unit={60}
          error={errors['extraSeconds']}
          onChange={(extraSeconds) => change({ extraSeconds })}
        />
        <NumberField
          label={t('exam:accommodation.field.breaks')}
          value={draft.breaks}
          error={errors['breaks']}
          onChange={(breaks) => change({ breaks })}
        />
        <NumberField
          label={t('exam:accommodation.field.breakMinutes')}
          hint={t('exam:accommodation.field.breakHint')}
          value={draft.breakSeconds}
          unit={60}
          error={errors['breakSeconds']}
          onChange={(breakSeconds) => change({ breakSeconds })}
        />
        <NumberField
          label={t('exam:accommodation.field.window')}
          hint={t('exam:accommodation.field.windowHint')}
          value={draft.windowAfterSeconds}
          unit={3600}
          error={errors['windowAfterSeconds']}
          onChange={(windowAfterSeconds) => change({ windowAfterSeconds })}
        />
      </div>
      <CheckField
        label={t('exam:accommodation.field.noSwitchRules')}
        hint={t('exam:accommodation.field.noSwitchRulesHint')}
        value={draft.noSwitchRules}
        onChange={(noSwitchRules) => change({ noSwitchRules })}
      />
      <CheckField
        label={t('exam:accommodation.field.largeType')}
        value={draft.largeType}
        onChange={(largeType) => change({ largeType })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <MomentField
          label={t('exam:accommodation.field.from')}
          value={draft.validFrom}
          timeZone={timeZone}
          error={errors['validFrom']}
          onChange={(validFrom) => validFrom && change({ validFrom })}
        />
        <MomentField
          label={t('exam:accommodation.field.until')}
          hint={t('exam:accommodation.field.untilHint')}
          value={draft.validUntil}
          timeZone={timeZone}
          error={errors['validUntil']}
          onChange={(validUntil) => change({ validUntil })}
        />
      </div>
      <TextField
        label={t('exam:accommodation.field.reason')}
        hint={t('exam:accommodation.field.reasonHint')}
        error={errors['reason']}
        rows={2}
        maxLength={500}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
      />
      <button
        type="button"
        className="btn btn-primary self-end"
        disabled={save.isPending}
        onClick={() => void save.run()}
      >
        {t('exam:accommodation.save')}
      </button>
    </ActionDialog>
  );
}
