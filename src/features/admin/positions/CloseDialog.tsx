import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import { useT } from '#src/i18n/island.tsx';
import { SelectField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { PAGE, type Position } from './position-list.ts';

type Props = { position: Position; onClose: () => void };

/** Closes a position; its members get another one, or none. */
export function CloseDialog({ position, onClose }: Props) {
  const t = useT();
  const { id, name, memberCount } = position;
  const others = useCall(PAGE, { state: 'open', pageSize: 100 }).data?.list ?? [];
  const [targetId, setTargetId] = useState<string | null>(null);
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async () => {
      const input = { id, targetId, memberCount };
      await api('POST /user/auth/organisation/position/merge', input, { isShowErrTip: false });
      notify(t('organisation:position.closedNow'), 'success');
      invalidate(PAGE);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('organisation:position.closeTitle', { name })}
      action={t('organisation:position.close')}
      isDestructive
      form={form}
      onClose={onClose}
    >
      <p>
        {t(memberCount > 0 ? 'organisation:position.closeHint' : 'organisation:position.closeEmpty', {
          count: memberCount,
        })}
      </p>
      {memberCount > 0 && (
        <SelectField
          label={t('organisation:position.target')}
          value={targetId}
          onChange={setTargetId}
          options={[
            { value: null, label: t('organisation:position.noTarget') },
            ...others.filter((other) => other.id !== id).map((other) => ({ value: other.id, label: other.name })),
          ]}
        />
      )}
    </FormDialog>
  );
}
