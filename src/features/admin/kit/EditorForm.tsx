import '#src/components/bottom-edge.css';
import './editor.css';
import { type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { Confirm } from './Confirm.tsx';
import type { Editor } from './use-editor.ts';

type Props<V extends FieldValues> = {
  editor: Editor<V>;
  /** Name of the form, beside a list. */
  label?: string;
  /** Label of the button that saves. */
  action: string;
  timeZone: string;
  /** Buttons beside it. */
  commands?: ReactNode;
  children: ReactNode;
};

/**
 * Gives a form to its fields. They ask it for their own state: with the state of the whole form in the context, each of them would be
 * rendered again when the first change makes the form unsaved, and again when that is stored.
 */
export function FieldsOf<V extends FieldValues>({ form, children }: { form: UseFormReturn<V>; children: ReactNode }) {
  const [given] = useState(() => ({ ...form }));
  return <FormProvider {...given}>{children}</FormProvider>;
}

/** The form of an editor: what is wrong with it as a whole, its fields, and a bar that says what is unsaved and saves it. */
export function EditorForm<V extends FieldValues>({ editor, label, action, timeZone, commands, children }: Props<V>) {
  const t = useT();
  const locale = useLocale();
  const { isReady, isPending, isUnsaved, isKept, restoredAt } = editor;
  const [asks, setAsks] = useState(false);
  return (
    <FieldsOf form={editor.form}>
      <form {...editor.props} aria-label={label} className="edit-form flex flex-col gap-6">
        {restoredAt !== null && isUnsaved && (
          <p role="status" className="alert alert-soft alert-info">
            {t('admin:unsaved.restored', { time: dateTimeText(restoredAt, timeZone, locale) })}
          </p>
        )}
        <FormAlert text={editor.alert} />
        {/* What is typed before the island runs would be shown, and not be saved. */}
        <fieldset className="contents" disabled={!isReady}>
          {children}
        </fieldset>
        <div className="editor-bar sticky bottom-edge z-10 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 bg-base-100 py-3 shadow-lg">
          <div className="me-auto text-sm">
            <p role="status" className="font-medium empty:absolute">
              {isUnsaved && t('admin:unsaved.title')}
            </p>
            {isUnsaved && (
              <p className={`text-muted ${isKept ? '' : 'invisible'}`}>{t('admin:unsaved.kept', { action })}</p>
            )}
          </div>
          {isUnsaved && (
            <button type="button" className="btn btn-ghost" onClick={() => setAsks(true)}>
              {t('admin:unsaved.discard')}
            </button>
          )}
          {commands}
          <button type="submit" className="btn btn-primary" disabled={!isReady} aria-disabled={isPending}>
            {action}
          </button>
        </div>
      </form>
      {asks && (
        <Confirm
          title={t('admin:unsaved.discardTitle')}
          consequences={[t('admin:unsaved.discardHint')]}
          action={t('admin:unsaved.discard')}
          onConfirm={() => Promise.resolve(editor.discard())}
          onClose={() => setAsks(false)}
        />
      )}
    </FieldsOf>
  );
}
