import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { useForm } from '#src/client/use-form.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { CheckField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';

type Props = {
  /** Filter of the list: its badges are made, of all pages. */
  filter: Pick<OperationInput<'POST /user/auth/terminal/badge/export'>, 'keyword' | 'state'>;
  /** People whom the filter finds. */
  count: number;
  onClose: () => void;
};

/** Requests the badges of all people of the list as PDF, as a job. */
export function BadgeDialog({ filter, count, onClose }: Props) {
  const t = useT();
  const [issue, setIssue] = useState(filter.state === 'noBadge');
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async () => {
      const input = { ...filter, issue };
      const record = await api('POST /user/auth/terminal/badge/export', input, { isShowErrTip: false });
      notify(t('terminal:badgeFile.requested'), 'success');
      expectExports([record]);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('terminal:badgeFile.title')}
      action={t('terminal:badgeFile.make')}
      form={form}
      onClose={onClose}
    >
      <p>{t('terminal:badgeFile.text', { count })}</p>
      <CheckField
        {...form.field('issue')}
        label={t('terminal:badgeFile.issue')}
        hint={t('terminal:badgeFile.issueHint')}
        value={issue}
        onChange={setIssue}
      />
    </FormDialog>
  );
}
