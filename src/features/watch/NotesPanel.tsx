import { updateQueryData, useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { NewNote } from '#src/features/note/NewNote.tsx';
import { type Note, type NotePlace, notesAbout } from '#src/features/note/note-path.ts';
import { NoteRow } from '#src/features/note/NoteRow.tsx';
import { placeText } from '#src/features/note/place-text.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { $player } from './current-player.ts';
import { placeOf } from './place-of.ts';
import type { Resource } from './room.ts';

type Props = { resource: Resource; courseId: string; timeZone: string };

/** The viewer's notes about the current resource, at their places, beside the player. */
export function NotesPanel({ resource, courseId, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const asked = notesAbout(resource.subResourceId);
  const notes = useCall(...asked);
  const change = (id: string, note: Note | null) =>
    updateQueryData(...asked, ({ list, totalCount }) => {
      const others = list.filter((each) => each.id !== id);
      const next = note
        ? others.length < list.length
          ? list.map((each) => (each.id === id ? note : each))
          : [note, ...list]
        : others;
      return { list: next, totalCount: totalCount + next.length - list.length };
    });
  return (
    <div>
      <NewNote
        resourceId={resource.subResourceId}
        placeNow={() => placeOf(resource)}
        onSaved={(note) => change(note.id, note)}
      />
      <LoadState query={notes} lines={2}>
        {({ list, totalCount }) => (
          <>
            {list.length === 0 && <p className="px-4 py-3 text-sm text-muted">{t('note:none')}</p>}
            <ul className="divide-y divide-base-300">
              {list.map((note) => (
                <li key={note.id}>
                  <NoteRow
                    note={note}
                    timeZone={timeZone}
                    onChange={(changed) => change(note.id, changed)}
                    place={note.place && <PlaceButton place={note.place} />}
                  />
                </li>
              ))}
            </ul>
            <p className="border-t border-base-300 px-4 py-3 text-sm">
              <a className="link" href={href(locale, `/account?change=2&kind=notes&courseId=${courseId}`)}>
                {totalCount > list.length ? t('note:more', { count: totalCount }) : t('note:all')}
              </a>
            </p>
          </>
        )}
      </LoadState>
    </div>
  );
}

/** Goes to the place of a note. */
function PlaceButton({ place }: { place: NotePlace }) {
  const t = useT();
  return (
    <button
      type="button"
      className="link inline-flex items-center gap-1 text-primary tabular-nums"
      onClick={() => $player.get()?.$jump.set({ position: place.position })}
    >
      <Icon name={place.unit === 'page' ? 'file' : 'clock'} className="size-4" />
      {placeText(t, place)}
    </button>
  );
}
