import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Holder, HolderPicker } from '../certificates/HolderPicker.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import type { Bank } from './bank-query.ts';

type Props = { bank: Bank | null; isAdmin: boolean; onClose: () => void };

const PRACTICES = ['none', 'members', 'audience'] as const;

/** Creates a bank, or changes its title, who may practise it and, for administrators, the lecturers who may edit it. */
export function BankDialog({ bank, isAdmin, onClose }: Props) {
  const t = useT();
  const [editors, setEditors] = useState<Holder[]>(
    (bank?.editors ?? []).map((person) => ({ ...person, department: null, post: null })),
  );
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { title: t('bank:titleMissing') }),
    send: async (values) => {
      const editorIds = isAdmin ? editors.map(({ userId }) => userId) : undefined;
      const practice = PRACTICES.find((each) => each === textOf(values, 'practice'));
      const input = { id: bank?.id, title: textOf(values, 'title').trim(), practice, editorIds };
      await api('POST /exam/auth/question/bank/save', input, { isShowErrTip: false });
      invalidate('POST /exam/auth/question/bank/page');
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(bank ? 'bank:editBank' : 'bank:newBank')}
      action={t('bank:save')}
      form={form}
      onClose={onClose}
    >
      <FormField
        {...form.field('title')}
        label={t('bank:bankTitle')}
        defaultValue={bank?.title}
        maxLength={100}
        autoComplete="off"
      />
      <label className="flex flex-col gap-1">
        <span className="text-sm font-medium">{t('bank:practice')}</span>
        <select name="practice" className="select w-full" defaultValue={bank?.practice ?? 'none'}>
          {PRACTICES.map((each) => (
            <option key={each} value={each}>
              {t(`bank:practiceOf.${each}`)}
            </option>
          ))}
        </select>
        <span className="text-sm text-muted">{t('bank:practiceHint')}</span>
      </label>
      {isAdmin && (
        <>
          <p className="text-sm text-muted">{t('bank:editorsHint')}</p>
          <HolderPicker label={t('bank:editors')} chosen={editors} onChange={setEditors} />
        </>
      )}
    </FormDialog>
  );
}
