import { type FormEvent, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { FormField } from '#src/components/FormField.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useKept } from '#src/features/editor/use-kept.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';

type Note = Data<'POST /exam/auth/exam/marking/note/save'>;
type Props = { questionId: string; notes: Note[]; timeZone: string; locale: Locale };

/** Notes about a question for its other markers. */
export function MarkerNotes({ questionId, notes, timeZone, locale }: Props) {
  const t = useT();
  const [added, setAdded] = useState<Note[]>([]);
  const typed = useKept(`marker-note:${questionId}`, '');
  const body = typed.value;
  const all = [...added, ...notes.filter(({ id }) => added.every((note) => note.id !== id))];
  const save = useAction(async () => {
    const note = await api('POST /exam/auth/exam/marking/note/save', { questionId, body });
    setAdded([note, ...added]);
    typed.change('');
    await typed.forget();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body.trim() !== '') void save.run();
  };
  return (
    <details className="border-t border-base-300 pt-4" open={all.length > 0 || typed.isRestored}>
      <summary className="cursor-pointer text-sm text-muted">{t('marking:notes.title', { count: all.length })}</summary>
      <ul className="mt-3 flex flex-col gap-3">
        {all.map(({ id, userName, body: text, gmtCreate }) => (
          <li key={id}>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            <p className="text-sm text-muted">
              {userName} · {dateTimeText(gmtCreate, timeZone, locale)}
            </p>
          </li>
        ))}
      </ul>
      <form className="mt-3 flex flex-wrap items-end gap-3" onSubmit={submit}>
        <FormField
          className="min-w-0 grow basis-60"
          label={t('marking:notes.new')}
          maxLength={1000}
          autoComplete="off"
          value={body}
          onChange={(event) => typed.change(event.target.value)}
        />
        <button type="submit" className="btn" disabled={save.isPending || body.trim() === ''}>
          {t('marking:notes.save')}
        </button>
      </form>
    </details>
  );
}
