import { Progress } from '#src/components/Progress.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { dueText } from './due-text.ts';
import { links } from './links.ts';

type Task = {
  id: string;
  title: string;
  taskType: number;
  startAt: string;
  endAt: string;
  studyProgress: number;
  completedAt?: string | null;
  acceptsLate: boolean;
  isLate?: boolean;
  itemCount: number;
};
type Clock = { timeZone: string; now: string | Date };

/** A learning task in a list: title, time left, progress. */
export function TaskRow({ task, timeZone, now }: { task: Task } & Clock) {
  const t = useT();
  const locale = useLocale();
  const due = task.completedAt
    ? {
        text: t(task.isLate ? 'record:task.completedLateOn' : 'record:task.completedOn', {
          date: dateText(task.completedAt, timeZone, locale),
        }),
        tone: 'text-success',
      }
    : dueText({ t, locale, now, timeZone }, task);
  return (
    <div className="group relative flex flex-col gap-x-6 gap-y-2 px-4 py-4 transition-colors hover:bg-base-200 sm:flex-row sm:items-center sm:px-6">
      <div className="min-w-0 grow">
        <p className="flex items-start gap-2">
          <span className="badge badge-sm badge-soft badge-primary mt-1 shrink-0">
            {t(`enum:taskType.${task.taskType}`)}
          </span>
          <a
            href={href(locale, links.task(task.id))}
            className="line-clamp-2 font-medium group-hover:text-primary after:absolute after:inset-0"
          >
            {task.title}
          </a>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          <span className={due.tone}>{due.text}</span>
          <span>{t('record:task.items', { count: task.itemCount })}</span>
        </p>
      </div>
      <Progress
        value={task.studyProgress}
        label={t('record:task.progressOf', { title: task.title })}
        className="w-full sm:w-48 sm:shrink-0"
      />
    </div>
  );
}

/** Rows of the dashboard: for Astro pages, without a client directive. */
export default island(function TaskRows({ tasks, ...clock }: { tasks: Task[] } & Clock) {
  return (
    <ul className="divide-y divide-base-300 pb-1">
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskRow task={task} {...clock} />
        </li>
      ))}
    </ul>
  );
});
