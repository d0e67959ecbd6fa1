import { type ReactNode, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { MAX_NOTE_LENGTH } from '#src/contract/rules/study.ts';
import type { Note } from './note-path.ts';

type Props = {
  note: Note;
  timeZone: string;
  /** Leads to the place of the note. */
  place: ReactNode;
  /** What the note is about, in lists over several resources. */
  about?: ReactNode;
  onChange: (note: Note | null) => void;
};

/** A note with its place; the text can be changed, and the note deleted after a confirmation. */
export function NoteRow({ note, timeZone, place, about, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const [isEdited, setEdited] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const { run: remove } = useAction(async () => {
    await api('DELETE /course/auth/study/note/delete', { id: note.id });
    notify(t('note:deleted'), 'success');
    onChange(null);
    invalidate('POST /course/auth/study/note/course/list');
  });
  const close = () => {
    setEdited(false);
    edit.current?.focus();
  };
  return (
    <article className="flex flex-col gap-1.5 px-4 py-3 text-sm">
      {about}
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        {place}
        <time dateTime={note.gmtCreate}>{dateTimeText(note.gmtCreate, timeZone, locale)}</time>
        <span className="ms-auto flex">
          <button
            ref={edit}
            type="button"
            className="btn btn-ghost btn-square btn-sm"
            aria-label={t('note:edit')}
            aria-expanded={isEdited}
            onClick={() => setEdited(true)}
          >
            <Icon name="edit" className="size-4" />
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm"
            aria-label={t('note:delete')}
            onClick={() => dialog.current?.showModal()}
          >
            <Icon name="close" className="size-4" />
          </button>
        </span>
      </p>
      {isEdited ? (
        <Editor note={note} onSaved={(saved) => (onChange(saved), close())} onCancel={close} />
      ) : (
        <p className="break-words whitespace-pre-line">{note.text}</p>
      )}
      <ConfirmDialog
        ref={dialog}
        title={t('note:deleteTitle')}
        text={t('note:deleteText')}
        action={t('note:delete')}
        isDestructive
        onConfirm={() => void remove()}
      />
    </article>
  );
}

type EditorProps = { note: Note; onSaved: (note: Note) => void; onCancel: () => void };

function Editor({ note, onSaved, onCancel }: EditorProps) {
  const t = useT();
  const [text, setText] = useState(note.text);
  const { run: save, isPending } = useAction(async () => {
    onSaved(await api('POST /course/auth/study/note/save', { id: note.id, resourceId: note.resourceId, text }));
  });
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) void save();
      }}
    >
      <textarea
        autoFocus
        rows={4}
        value={text}
        maxLength={MAX_NOTE_LENGTH}
        aria-label={t('note:label')}
        onChange={(event) => setText(event.target.value)}
        className="textarea w-full"
      />
      <span className="flex gap-2">
        <button className="btn btn-primary btn-sm" aria-disabled={isPending || !text.trim()}>
          {t('note:save')}
        </button>
        <button type="button" className="btn btn-ghost btn-sm" onClick={onCancel}>
          {t('common:cancel')}
        </button>
      </span>
    </form>
  );
}
