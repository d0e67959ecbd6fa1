import type { ComponentType } from 'react';
import { useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { CentreList } from '#src/contract/rules/centre.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { accountLink, type ViewOf } from '../account-query.ts';
import { Figures } from '../Figures.tsx';
import { type CentreView, PERSON_LISTS, personView } from './centre-view.ts';
import { CentreNav } from './CentreNav.tsx';
import { CentrePeople } from './CentrePeople.tsx';
import { CentreCertificates, CentreExams, CentreHours, CentreTasks } from './CentreRecords.tsx';
import { CentreSeats } from './CentreSeats.tsx';
import { CentreStatements } from './CentreStatements.tsx';
import { CentreExports } from './CentreTools.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { SeatRequests } from './SeatRequests.tsx';

type Part = ComponentType<{ view: CentreView }>;
const LISTS: Record<CentreList, Part> = {
  ...{ people: CentrePeople, seats: CentreSeats, tasks: CentreTasks },
  ...{ exams: CentreExams, hours: CentreHours, certificates: CentreCertificates },
};

const PARTS: Record<CentreView['part'], Part> = {
  ...LISTS,
  ...{ statements: CentreStatements, requests: SeatRequests, invoice: InvoiceForm },
};

/** The organisation centre besides its orders (`change=7&part=`), and the page of one of its people (`change=7&person=`). */
export function Centre({ view }: { view: ViewOf<'centre'> }) {
  if (view.person) return <CentrePerson view={view} />;
  const Part = PARTS[view.part];
  return (
    <>
      <CentreNav part={view.part} />
      <Part view={view} />
    </>
  );
}

/** A person of the organisation: figures, and a list of each kind. */
function CentrePerson({ view }: { view: CentreView }) {
  const t = useT();
  const link = accountLink(useLocale(), 'centre');
  const person = useCall(...personView(view));
  const List = LISTS[view.list];
  return (
    <>
      <a
        href={link({ part: 'people' })}
        className="inline-flex items-center gap-1 self-start text-sm text-muted hover:text-primary"
      >
        <Icon name="chevron-left" className="size-4" />
        {t('centre:back')}
      </a>
      <LoadState query={person}>
        {(data) => (
          <>
            <section aria-labelledby="centre-person">
              <h2 id="centre-person" className="text-xl font-semibold break-words">
                {data.userName}
              </h2>
              <p className="text-sm text-muted">
                {[data.department, data.post, data.active ? null : t('centre:left')].filter(Boolean).join(' · ')}
              </p>
            </section>
            <Figures
              figures={[
                { label: t('centre:column.seats'), value: data.seats, strong: true },
                { label: t('centre:column.completed'), value: data.completed },
                { label: t('centre:column.tasks'), value: data.tasks },
                { label: t('centre:column.examsPassed'), value: data.examsPassed },
                { label: t('centre:column.hours'), value: data.hours },
                { label: t('centre:column.certificates'), value: data.certificates },
              ]}
            />
          </>
        )}
      </LoadState>
      <div className="flex flex-wrap items-center gap-3">
        <Choices
          label={t('centre:lists')}
          className="me-auto"
          choices={PERSON_LISTS.map((list) => ({
            label: t(`centre:part.${list}`),
            href: link({ person: view.person, list }),
            chosen: list === view.list,
          }))}
        />
        <CentreExports view={view} list={view.list} />
      </div>
      <List view={view} />
    </>
  );
}
