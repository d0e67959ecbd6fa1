import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { links } from './links.ts';

type Item = Data<'GET /course/auth/study/task/view'>['items'][number];
type Props = {
  items: Item[];
  /** Whether the task has started. */
  begun: boolean;
};

/** The items of a task in order, with links. For Astro pages, without a client directive. */
export default island(function TaskItems({ items, begun }: Props) {
  return (
    <ol className="divide-y divide-base-300 pb-1">
      {items.map((item) => (
        <TaskItem key={item.examId ?? item.courseId} item={item} begun={begun} />
      ))}
    </ol>
  );
});

function TaskItem({ item, begun }: { item: Item; begun: boolean }) {
  const t = useT();
  const locale = useLocale();
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 px-4 py-4 sm:flex-row sm:items-center sm:px-6">
      <div className="flex min-w-0 grow items-start gap-3">
        <span className={`mt-0.5 ${item.completed ? 'text-success' : 'text-muted'}`}>
          <Icon name={item.completed ? 'check-circle' : item.examId ? 'exam' : 'book'} />
        </span>
        <div className="min-w-0">
          <a
            href={href(locale, item.examId ? links.exam(item.examId) : links.course(item.courseId!))}
            className="font-medium hover:text-primary"
          >
            {item.title}
          </a>
          <p className="text-sm text-muted">
            {t(item.examId ? 'record:task.exam' : 'record:task.course')}
            {item.completed && ` · ${t('record:task.done')}`}
          </p>
        </div>
      </div>
      <div className="flex items-center justify-between gap-4 sm:shrink-0">
        {item.courseId && (
          <Progress
            value={item.studyProgress}
            label={t('record:course.progressOf', { title: item.title })}
            className="grow sm:w-40"
          />
        )}
        {begun && (
          <a
            href={href(locale, item.examId ? links.exam(item.examId) : links.study(item.courseId!))}
            className={`btn btn-sm shrink-0 ${item.completed ? 'btn-ghost' : 'btn-primary btn-soft'}`}
          >
            {t(actionOf(item))}
            <span className="sr-only">{item.title}</span>
          </a>
        )}
      </div>
    </li>
  );
}

function actionOf({ examId, completed, studyProgress }: Item): string {
  if (examId) return completed ? 'record:task.seeResult' : 'record:task.sit';
  if (completed) return 'record:task.review';
  return studyProgress > 0 ? 'record:task.continue' : 'record:task.study';
}
