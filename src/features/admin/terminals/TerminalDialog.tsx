import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import { IDLE_SECONDS, SESSION_MINUTES } from '#src/contract/rules/terminal.ts';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, NumberField, SelectField, TextField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import type { Terminal } from './terminal-list.ts';

export type TerminalDraft = OperationInput<'POST /user/auth/terminal/save'>;

export const NEW_TERMINAL: TerminalDraft = {
  ...{ name: '', place: null, departmentId: null, revision: 0 },
  ...{ sessionMinutes: SESSION_MINUTES.standard, idleSeconds: IDLE_SECONDS.standard },
  ...{ allowsStudy: true, allowsExams: true, badgeNeedsPin: true },
};

export const terminalDraft = (row: Terminal): TerminalDraft => ({
  ...{ id: row.id, revision: row.revision, name: row.name, place: row.place, departmentId: row.departmentId },
  ...{ sessionMinutes: row.sessionMinutes, idleSeconds: row.idleSeconds, badgeNeedsPin: row.badgeNeedsPin },
  ...{ allowsStudy: row.allowsStudy, allowsExams: row.allowsExams },
});

type Props = { draft: TerminalDraft; onClose: () => void };

/** Adds or changes a terminal. */
export function TerminalDialog({ draft: given, onClose }: Props) {
  const t = useT();
  const [draft, setDraft] = useState(given);
  const departments = useCall('GET /user/auth/organisation/department/list', {}).data?.departments ?? [];
  const change = (part: Partial<TerminalDraft>) => setDraft({ ...draft, ...part });
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async () => {
      await api('POST /user/auth/terminal/save', draft, { isShowErrTip: false });
      notify(t('terminal:admin.saved'), 'success');
      invalidate('POST /user/auth/terminal/page');
      onClose();
    },
  });
  const range = ({ min, max }: { min: number; max: number }) => t('terminal:field.range', { min, max });
  return (
    <FormDialog
      title={t(draft.id ? 'terminal:admin.editTitle' : 'terminal:admin.add')}
      action={t('terminal:admin.save')}
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('terminal:admin.name')}
        maxLength={60}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        {...form.field('place')}
        label={t('terminal:field.place')}
        maxLength={100}
        value={draft.place ?? ''}
        onChange={(place) => change({ place })}
      />
      <SelectField
        {...form.field('departmentId')}
        label={t('terminal:admin.who')}
        hint={t('terminal:field.whoHint')}
        value={draft.departmentId}
        onChange={(departmentId) => change({ departmentId })}
        options={[
          { value: null, label: t('terminal:admin.everybody') },
          ...departments.map(({ id, path }) => ({ value: id, label: path })),
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          {...form.field('sessionMinutes')}
          label={t('terminal:field.minutes')}
          hint={range(SESSION_MINUTES)}
          value={draft.sessionMinutes}
          onChange={(sessionMinutes) => change({ sessionMinutes })}
        />
        <NumberField
          {...form.field('idleSeconds')}
          label={t('terminal:field.idle')}
          hint={range(IDLE_SECONDS)}
          value={draft.idleSeconds}
          onChange={(idleSeconds) => change({ idleSeconds })}
        />
      </div>
      <CheckField
        label={t('terminal:field.study')}
        value={draft.allowsStudy}
        onChange={(allowsStudy) => change({ allowsStudy })}
      />
      <CheckField
        label={t('terminal:field.exams')}
        hint={t('terminal:field.examsHint')}
        value={draft.allowsExams}
        onChange={(allowsExams) => change({ allowsExams })}
      />
      <CheckField
        label={t('terminal:field.badgeNeedsPin')}
        hint={t('terminal:field.badgeHint')}
        value={draft.badgeNeedsPin}
        onChange={(badgeNeedsPin) => change({ badgeNeedsPin })}
      />
    </FormDialog>
  );
}
