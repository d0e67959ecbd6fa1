import { useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, COURSE_STATES, type ViewOf } from '../account-query.ts';
import { CourseCover } from '../CourseCover.tsx';
import { links } from '../links.ts';
import { coursePage } from '../panel-calls.ts';
import { NothingFound } from './NothingFound.tsx';

/** Training records (`change=2`): the courses a person studied, with progress. */
export function Courses({ view }: { view: ViewOf<'courses'> }) {
  const t = useT();
  const locale = useLocale();
  const courses = useCall(...coursePage(view));
  useLastPage(courses.data);
  const { status } = view;
  const link = accountLink(locale, 'courses');
  const choices = [undefined, ...COURSE_STATES].map((state) => ({
    label: t(state ? `enum:learningState.${state}` : 'record:filter.all'),
    href: link({ status: state }),
    chosen: state === status,
  }));
  const empty = status ? (
    <NothingFound all={link({})} />
  ) : (
    <EmptyState
      icon="book"
      title={t('record:empty.courses.title')}
      hint={t('record:empty.courses.hint')}
      action={{ href: href(locale, '/knowledge'), label: t('record:empty.learning.action') }}
    />
  );
  return (
    <>
      <Choices label={t('record:filter.state')} choices={choices} />
      <PagedList
        label={t('record:account.tab.2')}
        query={courses}
        empty={empty}
        href={(page) => link({ status, page })}
        keyOf={({ courseId }) => courseId}
      >
        {(course) => <CourseRow course={course} />}
      </PagedList>
    </>
  );
}

type Course = Data<'POST /data/auth/course/user/progress/user/page'>['list'][number];

function CourseRow({ course }: { course: Course }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  const date = (moment: string) => dateText(moment, timeZone, locale);
  return (
    <div className="flex flex-col gap-4 p-4 sm:flex-row sm:items-center sm:px-6">
      <div className="flex min-w-0 grow items-start gap-4">
        <CourseCover seed={course.courseId} src={course.cover} />
        <div className="min-w-0 grow">
          <a href={href(locale, links.course(course.courseId))} className="line-clamp-2 font-medium hover:text-primary">
            {course.title}
          </a>
          <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
            <span>{t(`enum:courseType.${course.courseType}`)}</span>
            <span>{t('record:course.studied', { time: timeText(course.studySeconds, t) })}</span>
            <span>
              {course.completedAt
                ? t('record:course.completedOn', { date: date(course.completedAt) })
                : t('record:course.lastOn', { date: date(course.gmtModified) })}
            </span>
          </p>
          <Progress
            value={course.studyProgress}
            label={t('record:course.progressOf', { title: course.title })}
            className="mt-2 max-w-sm"
          />
        </div>
      </div>
      <a
        href={href(locale, links.study(course.courseId, course.lastResourceId))}
        className={`btn btn-sm shrink-0 ${course.completedAt ? 'btn-ghost' : 'btn-primary btn-soft'}`}
      >
        {t(course.completedAt ? 'record:course.review' : 'record:course.continue')}
        <span className="sr-only">{course.title}</span>
      </a>
    </div>
  );
}

function timeText(seconds: number, t: Translate): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return t('record:course.underMinute');
  if (minutes < 60) return t('record:course.minutes', { minutes });
  return t('record:course.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
