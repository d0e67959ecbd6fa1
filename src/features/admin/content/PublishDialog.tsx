import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, MomentField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import type { ContentEditor } from './use-content-editor.ts';

type Props<K extends ContentKindName> = {
  editor: ContentEditor<K>;
  title: string;
  timeZone: string;
  consequences: string[];
  /** Who must study again what has changed, if that is chosen; null: nobody has to. */
  restudy: string | null;
  onClose: () => void;
};

/** Publishes what is stored, now or at a time, and says before what that means. */
export function PublishDialog<K extends ContentKindName>({
  editor,
  title,
  timeZone,
  consequences,
  restudy,
  onClose,
}: Props<K>) {
  const t = useT();
  const [at, setAt] = useState<string | null>(null);
  const [withdrawAt, setWithdrawAt] = useState<string | null>(null);
  const [isAgain, setAgain] = useState(false);
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const note = textOf(values, 'note');
      await api(
        'POST /system/auth/content/publish',
        {
          ...{ kind: editor.kind, id: editor.idNow()!, revision: editor.revisionNow() },
          ...(at && { at }),
          ...(withdrawAt && { withdrawAt }),
          ...(note && { note }),
          ...(isAgain && { restudy: true }),
        },
        { isShowErrTip: false },
      );
      await editor.reload();
      notify(t(at ? 'editing:planned' : 'editing:published', { title }), 'success');
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('editing:publishTitle', { title })}
      action={t(at ? 'editing:plan' : 'editing:publishNow')}
      form={form}
      onClose={onClose}
    >
      {consequences.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {restudy !== null && (
        <CheckField
          {...form.field('restudy')}
          label={restudy}
          hint={t('editing:restudyHint')}
          value={isAgain}
          onChange={setAgain}
        />
      )}
      <FormField
        {...form.field('note')}
        label={t('editing:note')}
        hint={t('editing:noteHint')}
        maxLength={200}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <MomentField
          {...form.field('at')}
          label={t('editing:at')}
          hint={t('editing:atHint')}
          value={at}
          onChange={setAt}
          timeZone={timeZone}
        />
        {!editor.item?.stays && (
          <MomentField
            {...form.field('withdrawAt')}
            label={t('editing:until')}
            hint={t('editing:untilHint')}
            value={withdrawAt}
            onChange={setWithdrawAt}
            timeZone={timeZone}
          />
        )}
      </div>
    </FormDialog>
  );
}
