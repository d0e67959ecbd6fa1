import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { api } from '#src/client/api.ts';
import { useCall } from '#src/client/query.ts';
import { usePages } from '#src/client/use-pages.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { KeywordField } from '#src/components/KeywordField.tsx';
import { Skeleton } from '#src/components/LoadState.tsx';
import { type Note, notePath } from '#src/features/note/note-path.ts';
import { NoteRow } from '#src/features/note/NoteRow.tsx';
import { placeText } from '#src/features/note/place-text.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useAccount } from '../account-context.ts';
import { accountLink, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { noteCourses, notePage } from '../panel-calls.ts';
import { TrainingKinds } from './TrainingKinds.tsx';

const PAGE_SIZE = 20;

/** All notes of the user, by course and keyword, newest first. */
export function Notes({ view }: { view: ViewOf<'notes'> }) {
  const t = useT();
  const link = accountLink(useLocale(), 'notes');
  const { courseId, keyword } = view;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TrainingKinds current="notes" />
        <NoteSearch key={`${courseId} ${keyword}`} view={view} />
        <ExportButton call="POST /course/auth/study/note/export" input={{ courseId, keyword }} />
        <ExportButton
          call="POST /course/auth/study/note/export"
          input={{ courseId, keyword, format: 'md' }}
          label={t('note:exportText')}
        />
      </div>
      <NoteList
        key={`${courseId} ${keyword}`}
        view={view}
        empty={
          courseId || keyword ? (
            <EmptyState
              icon="filter"
              title={t('note:nothingFound')}
              action={{ href: link({}), label: t('note:showAll') }}
            />
          ) : (
            <EmptyState icon="edit" title={t('note:empty')} hint={t('note:emptyHint')} />
          )
        }
      />
    </>
  );
}

/** A GET form: it works without JavaScript. */
function NoteSearch({ view: { courseId, keyword } }: { view: ViewOf<'notes'> }) {
  const t = useT();
  const locale = useLocale();
  const courses = useCall(...noteCourses()).data ?? [];
  return (
    <form
      method="get"
      action={href(locale, '/account')}
      role="search"
      className="flex w-full flex-wrap gap-2 sm:w-auto"
    >
      <input type="hidden" name="change" value="2" />
      <input type="hidden" name="kind" value="notes" />
      <select
        name="courseId"
        defaultValue={courseId}
        className="select w-auto max-w-60 grow select-sm sm:grow-0"
        aria-label={t('note:course')}
      >
        <option value="">{t('note:allCourses')}</option>
        {courses.map((course) => (
          <option key={course.courseId} value={course.courseId}>
            {course.title}
          </option>
        ))}
      </select>
      <KeywordField value={keyword} label={t('note:keyword')} action={t('note:search')} />
    </form>
  );
}

function NoteList({ view, empty }: { view: ViewOf<'notes'>; empty: ReactNode }) {
  const t = useT();
  const { viewer } = useAccount();
  const given = useCall(...notePage(view));
  const last = useRef<string>(undefined);
  const [call, input] = notePage(view);
  const pages = usePages(
    (pageCurrent) => api(call, { ...input, ...(pageCurrent > 1 && { before: last.current }) }, { isShowErrTip: false }),
    { pageSize: PAGE_SIZE, given: given.data },
  );
  const { items } = pages;
  useEffect(() => {
    last.current = items.at(-1)?.id;
  }, [items]);
  const known = given.data !== undefined;
  const begin = useEffectEvent(() => {
    if (items.length === 0) void pages.reload();
  });
  useEffect(() => {
    if (known) begin();
  }, [known]);
  if (!known) {
    return (
      <div className="paper">
        <Skeleton lines={4} />
      </div>
    );
  }
  if (items.length === 0) return <div className="paper">{empty}</div>;
  return (
    <>
      <ul className="paper divide-y divide-base-300" aria-label={t('note:list')}>
        {items.map((note) => (
          <li key={note.id}>
            <NoteRow
              note={note}
              timeZone={viewer.timeZone}
              about={<About note={note} />}
              place={<PlaceLink note={note} />}
              onChange={(changed) =>
                pages.change((list) =>
                  changed
                    ? list.map((each) => (each.id === note.id ? changed : each))
                    : list.filter(({ id }) => id !== note.id),
                )
              }
            />
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <button
          type="button"
          className="btn self-center"
          aria-disabled={pages.isLoading}
          onClick={() => void pages.loadMore()}
        >
          {t('note:loadMore')}
        </button>
      )}
    </>
  );
}

function About({ note }: { note: Note }) {
  return (
    <a href={href(useLocale(), notePath(note))} className="font-medium break-words hover:text-primary">
      {note.subResourceName}
      <span className="font-normal text-muted"> · {note.courseTitle}</span>
    </a>
  );
}

function PlaceLink({ note }: { note: Note }) {
  const t = useT();
  const locale = useLocale();
  return (
    note.place && (
      <a href={href(locale, notePath(note))} className="link inline-flex items-center gap-1 text-primary tabular-nums">
        <Icon name={note.place.unit === 'page' ? 'file' : 'clock'} className="size-4" />
        {placeText(t, note.place)}
      </a>
    )
  );
}
