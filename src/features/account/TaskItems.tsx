import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { links } from './links.ts';

type Item = Data<'GET /course/auth/study/task/view'>['items'][number];
type Props = {
  items: Item[];
  /** Whether the task has started. */
  begun: boolean;
  timeZone: string;
};

/** The items of a task in order, with links, and what opens those that are locked. For Astro pages, without a client directive. */
export default island(function TaskItems({ items, begun, timeZone }: Props) {
  return (
    <ol className="divide-y divide-base-300 pb-1">
      {items.map((item) => (
        <TaskItem key={item.id} item={item} begun={begun} timeZone={timeZone} />
      ))}
    </ol>
  );
});

/** What an item is: its icon, its kind, where it leads to. */
function lookOf({ examId, courseId, coachingId }: Item) {
  if (examId) return { icon: 'exam', kind: 'exam', path: links.exam(examId), go: links.exam(examId) } as const;
  if (courseId)
    return { icon: 'book', kind: 'course', path: links.course(courseId), go: links.study(courseId) } as const;
  const path = coachingId && links.coaching(coachingId);
  return { icon: 'users', kind: 'coaching', path, go: path } as const;
}

function TaskItem({ item, begun, timeZone }: { item: Item; begun: boolean; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const { icon, kind, path, go } = lookOf(item);
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 px-4 py-4 sm:flex-row sm:items-center sm:px-6">
      <div className="flex min-w-0 grow items-start gap-3">
        <span className={`mt-0.5 ${item.completed ? 'text-success' : 'text-muted'}`}>
          <Icon name={item.completed ? 'check-circle' : item.locked ? 'lock' : icon} />
        </span>
        <div className="min-w-0">
          {path ? (
            <a href={href(locale, path)} className="font-medium hover:text-primary">
              {item.title}
            </a>
          ) : (
            <span className="font-medium">{item.title}</span>
          )}
          <p className="text-sm text-muted">
            {[t(`record:task.${kind}`), ...notesOf(item).map((note) => noteText(note))].join(' · ')}
          </p>
        </div>
      </div>
      <div className="flex items-center justify-between gap-4 sm:shrink-0">
        {!item.examId && !item.locked && (
          <Progress
            value={item.studyProgress}
            label={t('record:course.progressOf', { title: item.title })}
            className="grow sm:w-40"
          />
        )}
        {begun && go && (
          <a
            href={href(locale, go)}
            className={`btn btn-sm shrink-0 ${item.completed || item.locked ? 'btn-ghost' : 'btn-primary btn-soft'}`}
          >
            {t(actionOf(item))}
            <span className="sr-only">{item.title}</span>
          </a>
        )}
      </div>
    </li>
  );

  function noteText(note: ReturnType<typeof notesOf>[number]): string {
    if (note === 'opensAt') return t('record:task.opensAt', { date: dateTimeText(item.releaseAt!, timeZone, locale) });
    if (note !== 'opensAfter') return t(`record:task.${note}`);
    const titles = item.waitsFor
      .map((title) => t('record:task.quoted', { title }))
      .join(t('record:task.listSeparator'));
    return t('record:task.opensAfter', { titles });
  }
}

/** What is to be known about an item besides its kind. */
function notesOf({ completed, locked, releaseAt, waitsFor, finishedEarlier, isCoaching, coachingId }: Item) {
  const notes: ('done' | 'locked' | 'opensAt' | 'opensAfter' | 'notCounted' | 'noMentor')[] = [];
  if (completed) notes.push('done');
  if (finishedEarlier) notes.push('notCounted');
  if (locked) notes.push('locked');
  if (locked && releaseAt) notes.push('opensAt');
  if (waitsFor.length > 0) notes.push('opensAfter');
  if (isCoaching && !coachingId) notes.push('noMentor');
  return notes;
}

function actionOf({ examId, courseId, completed, studyProgress }: Item): string {
  if (examId) return completed ? 'record:task.seeResult' : 'record:task.sit';
  if (!courseId) return 'record:task.openCoaching';
  if (completed) return 'record:task.review';
  return studyProgress > 0 ? 'record:task.continue' : 'record:task.study';
}
