import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { PAGE, type Position } from './position-list.ts';

type Props = { position: Position | null; onClose: () => void };

/** Adds a position, or changes its names and code. */
export function PositionDialog({ position, onClose }: Props) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { name: t('organisation:nameMissing') }),
    send: async (values) => {
      const input = {
        ...(position ? { id: position.id, revision: position.revision } : {}),
        ...{ name: textOf(values, 'name'), otherName: textOf(values, 'otherName'), code: textOf(values, 'code') },
      };
      await api('POST /user/auth/organisation/position/save', input, { isShowErrTip: false });
      notify(t('organisation:saved'), 'success');
      invalidate(PAGE);
      onClose();
    },
  });
  const field = (name: 'name' | 'otherName' | 'code', label: string, maxLength: number, hint?: string) => (
    <FormField
      {...form.field(name)}
      {...{ label, maxLength }}
      {...(hint && { hint })}
      defaultValue={position?.[name] ?? ''}
      autoComplete="off"
    />
  );
  return (
    <FormDialog
      title={position ? t('organisation:position.editTitle', { name: position.name }) : t('organisation:position.add')}
      action={t('organisation:save')}
      form={form}
      onClose={onClose}
    >
      {position && <p className="text-sm text-muted">{t('organisation:position.renameHint')}</p>}
      {field('name', t('organisation:name'), 60, t('organisation:nameHint'))}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('otherName', t('organisation:otherName'), 120)}
        {field('code', t('organisation:code'), 60, t('organisation:codeHint'))}
      </div>
    </FormDialog>
  );
}
