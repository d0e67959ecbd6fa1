import { useState } from 'react';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { BulkProgress } from '../kit/BulkProgress.tsx';
import { ExportTool } from '../kit/ExportTool.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { usePeopleFilters } from './filters.tsx';
import { PeopleBulk } from './PeopleBulk.tsx';
import { useColumns } from './people-columns.tsx';
import { PAGE, PEOPLE, peoplePage } from './people-list.ts';
import { PersonMenu, usePersonActs } from './PersonMenu.tsx';
import { PersonPanel } from './PersonPanel.tsx';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  isAdmin: boolean;
  /** The viewer may add members and change them, at least in one department. */
  canWrite: boolean;
};

const CHANGES = [PAGE] as const;

/** The members of the enterprise, or those of the departments that the viewer manages. */
function People({ search, timeZone, isAdmin, canWrite }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(PEOPLE, search);
  const people = useCall(...peoplePage(list));
  const columns = useColumns(timeZone);
  const rows = people.data?.list ?? [];
  const filters = usePeopleFilters(list.filter, rows);
  const acts = usePersonActs(timeZone);
  const [adding, setAdding] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('people:table.title')} hint={t(isAdmin ? 'people:table.intro' : 'people:table.introManaged')}>
        {canWrite && (
          <a className="btn" href={href(locale, '/admin/people/import')}>
            <Icon name="upload" className="size-4" />
            {t('people:table.import')}
          </a>
        )}
        {canWrite && (
          <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setAdding(true)}>
            <Icon name="plus" className="size-4" />
            {t('people:form.add')}
          </button>
        )}
      </PageHead>
      <BulkProgress list={list.own} titleOf={(action) => t(`people:bulk.${action}`)} changes={CHANGES} />
      <Table
        label={t('people:table.title')}
        list={list}
        query={people}
        columns={columns}
        keyOf={({ userId }) => userId}
        keyword={t('people:table.keyword')}
        filters={filters}
        tools={<ExportTool call="POST /user/auth/people/export" input={{ ...list.filter, sort: list.sort }} />}
        empty={<EmptyState icon="users" title={t('people:table.empty')} hint={t('people:table.emptyHint')} />}
        selection={
          canWrite
            ? {
                nameOf: ({ userName, employeeNo }) => [userName, employeeNo].filter(Boolean).join(' · '),
                commands: (selected, clear) => <PeopleBulk {...{ selected, timeZone }} onDone={clear} />,
              }
            : undefined
        }
        actions={canWrite ? (person) => <PersonMenu isIcon {...{ person, isAdmin }} onAct={acts.begin} /> : undefined}
      />
      {acts.dialog}
      {adding && <PersonPanel userId={null} timeZone={timeZone} onClose={() => setAdding(false)} />}
    </div>
  );
}

export default island(({ given, languages, ...props }: Props & { given: Given; languages: readonly Locale[] }) => (
  <GivenContext value={given}>
    <OfferedContext value={languages}>
      <People {...props} />
    </OfferedContext>
  </GivenContext>
));
