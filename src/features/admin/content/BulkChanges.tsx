import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useForm } from '#src/client/use-form.ts';
import type { Input } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { Labelled } from '#src/components/Labelled.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { categoryOptions, type Category } from '../categories/category-tree.ts';
import { showBulk } from '../kit/BulkProgress.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import { SelectField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { Picker } from '../kit/Picker.tsx';
import { SubjectOptions } from './SubjectChoice.tsx';

const SAVE = 'POST /system/auth/content/bulk/save';
type Sent = Input<typeof SAVE>;
type Action = Sent['action'];
/** What is selected, as the call wants it. */
export type ChosenContent = Pick<Sent, 'ids' | 'found'>;

type Props = {
  kind: Sent['kind'];
  categories: readonly Category[];
  chosen: ChosenContent;
  count: number;
  onDone: () => void;
};

/** Changes of the selected courses or projects, or of all that the filter finds, which a job applies one by one. */
export function BulkChanges({ kind, categories, chosen, count, onDone }: Props) {
  const t = useT();
  const [action, setAction] = useState<Action | null>(null);
  const most = chosen.found ? MAX_ITEMS.bulkFound : MAX_ITEMS.bulkRows;
  const close = () => setAction(null);
  const send = async (given: Pick<Sent, 'action' | 'categoryId' | 'lecturerId'>, isShowErrTip: boolean) => {
    await api(SAVE, { kind, ...chosen, ...given }, { isShowErrTip });
    showBulk();
    onDone();
  };
  if (count > most) return <p className="text-sm text-muted">{t('editing:several.tooMany', { count: most })}</p>;
  const actions =
    kind === 'course' ? (['publish', 'category', 'lecturer'] as const) : (['publish', 'category'] as const);
  return (
    <>
      {actions.map((each) => (
        <button key={each} type="button" className="btn btn-sm" onClick={() => setAction(each)}>
          {t(`editing:several.act.${each}`)}
        </button>
      ))}
      {action === 'publish' && (
        <Confirm
          title={t('editing:several.confirm.publish', { count })}
          consequences={[t('editing:several.hint.publish')]}
          action={t('editing:several.act.publish')}
          onConfirm={() => send({ action }, true)}
          onClose={close}
        />
      )}
      {(action === 'category' || action === 'lecturer') && (
        <ChangeDialog
          {...{ action, categories, count }}
          send={(id) => send({ action, [action === 'category' ? 'categoryId' : 'lecturerId']: id }, false)}
          onClose={close}
        />
      )}
    </>
  );
}

type DialogProps = Pick<Props, 'categories' | 'count'> & {
  action: Exclude<Action, 'publish'>;
  send: (id: string) => Promise<void>;
  onClose: () => void;
};

/** Chooses the category or the lecturer that all of them get. */
function ChangeDialog({ action, categories, count, send, onClose }: DialogProps) {
  const t = useT();
  const locale = useLocale();
  const [chosen, setChosen] = useState<{ id: string; title: string } | null>(null);
  const name = action === 'category' ? 'categoryId' : 'lecturerId';
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (): Record<string, string> => (chosen ? {} : { [name]: t('editing:several.missing') }),
    send: async () => {
      await send(chosen!.id);
      onClose();
    },
  });
  const options = categoryOptions(categories, locale).map(({ id, label }) => ({ value: id, label }));
  const { error } = form.field(name);
  return (
    <FormDialog
      title={t(`editing:several.confirm.${action}`, { count })}
      action={t(`editing:several.act.${action}`)}
      form={form}
      onClose={onClose}
    >
      {action === 'category' ? (
        <SelectField
          {...form.field(name)}
          label={t('editing:category')}
          value={chosen?.id ?? null}
          options={[{ value: null, label: t('editing:choose') }, ...options]}
          onChange={(id) => setChosen(id === null ? null : { id, title: '' })}
        />
      ) : (
        <Labelled label={t('editing:course.lecturer')} error={error}>
          {(own) => (
            <Picker
              {...{ id: own.id, name, label: t('editing:course.lecturer'), placeholder: t('editing:choose') }}
              about={{ 'aria-describedby': own['aria-describedby'], 'aria-invalid': own['aria-invalid'] }}
              chosen={chosen?.title ?? null}
            >
              {(close) => (
                <SubjectOptions
                  kind="lecturer"
                  onChoose={(lecturer) => {
                    setChosen(lecturer);
                    close();
                  }}
                />
              )}
            </Picker>
          )}
        </Labelled>
      )}
      <p className="text-sm text-muted">{t('editing:several.hint.change')}</p>
    </FormDialog>
  );
}
