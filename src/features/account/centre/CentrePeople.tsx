import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import { accountLink } from '../account-query.ts';
import { Figures } from '../Figures.tsx';
import { type CentreView, centreFigures, peoplePage } from './centre-view.ts';
import { type CentreColumn, CentreTable } from './CentreTable.tsx';
import { CentreTools } from './CentreTools.tsx';

type Person = Data<'POST /course/auth/centre/people/page'>['list'][number];

/** The people of the organisation, with what they did in the courses of their seats. */
export function CentrePeople({ view }: { view: CentreView }) {
  const t = useT();
  const locale = useLocale();
  const people = useCall(...peoplePage(view));
  const { keyword, department, peopleSort: sort } = view;
  const link = accountLink(locale, 'centre');
  const number = (
    name: 'seats' | 'unused' | 'completed' | 'tasks' | 'examsPassed' | 'certificates',
    sorts = false,
  ): CentreColumn<Person> => ({
    ...{ name, label: t(`centre:column.${name}`), isNumber: true, sorts },
    value: (person) => person[name],
  });
  const columns: CentreColumn<Person>[] = [
    {
      ...{ name: 'userName', label: t('centre:column.userName'), sorts: true },
      value: (person) => (
        <>
          <a className="font-medium hover:text-primary" href={link({ person: person.userId })}>
            {person.userName}
          </a>
          <span className="block text-sm text-muted">
            {[person.department, person.post].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      ...{ name: 'studyProgress', label: t('centre:column.studyProgress'), sorts: true },
      value: (person) => (
        <Progress
          value={person.studyProgress}
          label={t('order:seat.progressOf', { name: person.userName })}
          className="w-36"
        />
      ),
    },
    number('seats', true),
    number('unused'),
    number('completed'),
    {
      ...number('tasks'),
      value: ({ tasks, overdueTasks }) => (
        <>
          {tasks}
          {overdueTasks > 0 && (
            <span className="badge ms-2 badge-sm badge-soft badge-error">
              {t('centre:overdue', { count: overdueTasks })}
            </span>
          )}
        </>
      ),
    },
    number('examsPassed'),
    {
      ...{ name: 'hours', label: t('centre:column.hours'), isNumber: true },
      value: ({ hours }) => amountText(hours, locale),
    },
    number('certificates'),
  ];
  return (
    <>
      <CentreSums />
      <CentreTools view={view} list="people" hasRows={Boolean(people.data?.totalCount)} />
      <CentreTable
        label={t('centre:part.people')}
        query={people}
        columns={columns}
        keyOf={({ userId }) => userId}
        sort={sort}
        link={(query) => link({ part: 'people', keyword, department, ...query })}
        all={keyword || department ? link({ part: 'people' }) : undefined}
      />
    </>
  );
}

/** The figures of the organisation. */
export function CentreSums() {
  const t = useT();
  const sums = useCall(...centreFigures());
  return (
    <LoadState query={sums} lines={1}>
      {({ people, seats, assigned, unused, ending }) => (
        <Figures
          figures={[
            { label: t('centre:figure.people'), value: people, strong: true },
            { label: t('centre:figure.seats'), value: seats },
            { label: t('centre:figure.free'), value: seats - assigned },
            { label: t('centre:figure.unused'), value: unused },
            { label: t('centre:figure.ending'), value: ending },
          ]}
        />
      )}
    </LoadState>
  );
}
