import { useCall } from '#src/client/query.ts';
import { Cover } from '#src/components/Cover.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { whyPath } from '#src/features/appeal/why-path.ts';
import type { Translate } from '#src/i18n/format.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';
import { COURSE_STATES, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { links } from '../links.ts';
import { coursePage } from '../panel-calls.ts';
import { FilteredList } from './FilteredList.tsx';
import { TrainingKinds } from './TrainingKinds.tsx';

/** Training records (`change=2`): the courses a user has studied, with progress. */
export function Courses({ view }: { view: ViewOf<'courses'> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <TrainingKinds current="courses" />
      <FilteredList
        panel="courses"
        name="status"
        states={COURSE_STATES}
        state={view.status}
        textOf={(state) => t(`enum:learningState.${state}`)}
        query={useCall(...coursePage(view))}
        empty={{
          icon: 'book',
          title: t('record:empty.courses.title'),
          hint: t('record:empty.courses.hint'),
          action: { href: href(locale, '/knowledge'), label: t('record:empty.learning.action') },
        }}
        exports={
          <>
            <ExportButton call="POST /data/auth/course/user/progress/user/export" input={{ status: view.status }} />
            <ExportButton
              call="POST /data/auth/course/user/progress/user/course/study/export"
              input={{}}
              label={t('export:studyRecords')}
            />
          </>
        }
        keyOf={({ courseId }) => courseId}
      >
        {(course) => <CourseRow course={course} />}
      </FilteredList>
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
        <Cover
          seed={course.courseId}
          src={course.cover}
          sizes="(width >= 40rem) 9rem, 7rem"
          className="w-28 shrink-0 rounded-field sm:w-36"
        />
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
          {!course.completedAt && (
            <a
              href={href(locale, whyPath('course', course.courseId))}
              className="link mt-2 inline-block text-sm text-muted"
            >
              {t(course.studyProgress > 0 ? 'appeal:entry.title' : 'appeal:entry.before')}
              <span className="sr-only">{course.title}</span>
            </a>
          )}
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
