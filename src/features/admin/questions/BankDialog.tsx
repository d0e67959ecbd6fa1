import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Holder, HolderPicker } from '../certificates/HolderPicker.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { useConflict } from '../kit/use-conflict.ts';
import type { Bank } from './bank-query.ts';

type Props = { bank: Bank | null; isAdmin: boolean; onClose: () => void };
/** What is changed of a bank. */
type Values = Pick<Bank, 'title' | 'practice'> & { editors: Holder[] };

const PRACTICES = ['none', 'members', 'audience'] as const;
const PARTS = ['title', 'practice', 'editors'] as const;

const versionOf = (bank: Bank | null) => ({
  values: {
    ...{ title: bank?.title ?? '', practice: bank?.practice ?? 'none' },
    editors: (bank?.editors ?? []).map((person) => ({ ...person, department: null, post: null })),
  } satisfies Values,
  revision: bank?.revision,
});

/** Creates a bank, or changes its title, who may practise it and, for administrators, the lecturers who may edit it. */
export function BankDialog({ bank, isAdmin, onClose }: Props) {
  const t = useT();
  const [first, setFirst] = useState<Values>(() => versionOf(bank).values);
  const [editors, setEditors] = useState(first.editors);
  const { revision, conflict, compare, resolve } = useConflict<Values>(versionOf(bank), async () =>
    versionOf(await api('GET /exam/auth/question/bank/view', { id: bank!.id })),
  );
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { title: t('bank:titleMissing') }),
    send: async (values) => {
      const title = textOf(values, 'title').trim();
      const practice = PRACTICES.find((each) => each === textOf(values, 'practice')) ?? 'none';
      const editorIds = isAdmin ? editors.map(({ userId }) => userId) : undefined;
      const input = { id: bank?.id, revision, title, practice, editorIds };
      try {
        await api('POST /exam/auth/question/bank/save', input, { isShowErrTip: false });
      } catch (error) {
        if (!(await compare(error, { title, practice, editors }))) throw error;
        return;
      }
      invalidate('POST /exam/auth/question/bank/page');
      onClose();
    },
  });
  const title = t(bank ? 'bank:editBank' : 'bank:newBank');
  if (conflict) {
    const { base, mine, theirs } = conflict;
    const text = (of: Values, part: (typeof PARTS)[number]) =>
      part === 'editors'
        ? of.editors.map(({ userName }) => userName).join('\n')
        : part === 'practice'
          ? t(`bank:practiceOf.${of.practice}`)
          : of.title;
    const LABELS = { title: t('bank:bankTitle'), practice: t('bank:practice'), editors: t('bank:editors') };
    const differences = PARTS.map((name) => ({
      ...{ name, label: LABELS[name], mine: text(mine, name), theirs: text(theirs.values, name) },
      isTheirs: text(mine, name) === text(base.values, name),
    })).filter((each) => each.mine !== each.theirs && (isAdmin || each.name !== 'editors'));
    return (
      <ActionDialog title={title} onClose={onClose}>
        <ConflictView
          title={t('bank:bankConflict')}
          intro={t('bank:bankConflictHint')}
          differences={differences}
          onMerge={(taken) => {
            const of = (part: (typeof PARTS)[number]) => (taken.has(part) ? theirs.values : mine);
            setFirst({ title: of('title').title, practice: of('practice').practice, editors: of('editors').editors });
            setEditors(of('editors').editors);
            resolve();
          }}
        />
      </ActionDialog>
    );
  }
  return (
    <FormDialog title={title} action={t('bank:save')} form={form} onClose={onClose}>
      <FormField
        {...form.field('title')}
        label={t('bank:bankTitle')}
        defaultValue={first.title}
        maxLength={100}
        autoComplete="off"
      />
      <label className="flex flex-col gap-1">
        <span className="text-sm font-medium">{t('bank:practice')}</span>
        <select name="practice" className="select w-full" defaultValue={first.practice}>
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
          <HolderPicker label={t('bank:editors')} isLecturer chosen={editors} onChange={setEditors} />
        </>
      )}
    </FormDialog>
  );
}
