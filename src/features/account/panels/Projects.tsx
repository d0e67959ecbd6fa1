import { useCall } from '#src/client/query.ts';
import { Cover } from '#src/components/Cover.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { COURSE_STATES, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { links } from '../links.ts';
import { projectPage } from '../panel-calls.ts';
import { FilteredList } from './FilteredList.tsx';
import { TrainingKinds } from './TrainingKinds.tsx';

/** Training records (`change=2&kind=project`): the learning projects a user takes part in, with progress. */
export function Projects({ view }: { view: ViewOf<'projects'> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <TrainingKinds current="projects" />
      <FilteredList
        panel="projects"
        name="status"
        states={COURSE_STATES}
        state={view.status}
        textOf={(state) => t(`enum:learningState.${state}`)}
        query={useCall(...projectPage(view))}
        empty={{
          icon: 'book',
          title: t('record:empty.projects.title'),
          hint: t('record:empty.projects.hint'),
          action: { href: href(locale, '/knowledge?kind=project'), label: t('record:empty.projects.action') },
        }}
        exports={<ExportButton call="POST /course/auth/project/info/export" input={{}} label={t('export:projects')} />}
        keyOf={({ id }) => id}
      >
        {(project) => <ProjectRow project={project} />}
      </FilteredList>
    </>
  );
}

type Project = Data<'POST /course/auth/project/info/page'>['list'][number];

function ProjectRow({ project }: { project: Project }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="flex items-start gap-4 p-4 sm:px-6">
      <Cover
        seed={project.id}
        src={project.cover}
        sizes="(width >= 40rem) 9rem, 7rem"
        className="w-28 shrink-0 rounded-field sm:w-36"
      />
      <div className="min-w-0 grow">
        <a href={href(locale, links.project(project.id))} className="line-clamp-2 font-medium hover:text-primary">
          {project.title}
        </a>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{t(`enum:learningState.${project.status}`)}</span>
          <span>{t('record:training.courseCount', { count: project.courseCount })}</span>
          {project.classHours > 0 && <span>{t('record:training.hours', { count: project.classHours })}</span>}
        </p>
        <Progress
          value={project.studyProgress}
          label={t('record:course.progressOf', { title: project.title })}
          className="mt-2 max-w-sm"
        />
      </div>
    </div>
  );
}
