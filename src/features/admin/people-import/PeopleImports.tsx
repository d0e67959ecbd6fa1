import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { upload } from '#src/client/upload.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { PEOPLE_IMPORT_DAYS } from '#src/contract/rules/people-import.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { FileField } from '../kit/FileField.tsx';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { type ReadyFile, SavedFile } from '../kit/SavedFile.tsx';
import { importPage, IMPORTS, type PastImport } from './import-list.ts';
import { PeopleImport } from './PeopleImport.tsx';
import { StateBadge } from './StateBadge.tsx';

type Props = { search: string; timeZone: string };

/** Sends a file of people, and lists the imports of the past. */
function PeopleImports({ search, timeZone }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const list = useList(IMPORTS, search);
  const locale = useLocale();
  const imports = useCall(...importPage(list));
  const columns = useColumns(timeZone);
  const [template, setTemplate] = useState<ReadyFile | null>(null);
  const getTemplate = useAction(async (kind: 'empty' | 'sample') =>
    setTemplate(await api('GET /people/auth/import/template', { kind })),
  );
  const open = (id: string) => href(locale, `/admin/people/import?id=${id}`);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('people:import.title')} hint={t('people:import.intro')}>
        <SavedFile file={template} />
        {imports.data?.hasSample && (
          <button type="button" className="btn" disabled={!hydrated} onClick={() => void getTemplate.run('sample')}>
            <Icon name="download" className="size-4" />
            {t('people:import.sample.get')}
          </button>
        )}
        <button type="button" className="btn" disabled={!hydrated} onClick={() => void getTemplate.run('empty')}>
          <Icon name="download" className="size-4" />
          {t('people:import.template.get')}
        </button>
      </PageHead>
      <div className="paper p-5 sm:p-6">
        <FileField
          label={t('people:import.file')}
          hint={t('people:import.fileHint')}
          reading={t('people:import.reading')}
          accept=".xlsx,.csv,.txt,.xls,.xlsm,.ods,.numbers,.pdf"
          send={async (file, options) => {
            const { id } = await upload(
              'POST /people/auth/import/upload',
              { file },
              { ...options, isShowErrTip: false },
            );
            location.assign(open(id));
          }}
        />
      </div>
      <section className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">{t('people:import.past')}</h2>
        <p className="text-sm text-muted">{t('people:import.kept', { days: PEOPLE_IMPORT_DAYS.applied })}</p>
        <Table
          label={t('people:import.past')}
          list={list}
          query={imports}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<EmptyState icon="upload" title={t('people:import.none')} />}
          actions={({ id, fileName }) => (
            <a className="btn btn-sm" href={open(id)} aria-label={t('people:import.openNamed', { name: fileName })}>
              {t('people:import.open')}
            </a>
          )}
        />
      </section>
    </div>
  );
}

function useColumns(timeZone: string): Column<PastImport, never>[] {
  const t = useT();
  const counted = ({ counts }: PastImport, kind: 'new' | 'changed' | 'missing' | 'wrong') => counts?.[kind] ?? '–';
  return [
    {
      id: 'file',
      title: t('people:import.file'),
      isMain: true,
      cell: ({ fileName }) => <span className="font-medium break-all">{fileName}</span>,
    },
    { id: 'state', title: t('people:import.stateLabel'), cell: (row) => <StateBadge state={row.state} /> },
    { id: 'by', title: t('people:import.by'), cell: ({ userName }) => userName },
    {
      id: 'at',
      title: t('people:import.at'),
      cell: ({ appliedAt, gmtCreate }) => <Moment at={appliedAt ?? gmtCreate} timeZone={timeZone} />,
    },
    ...(['new', 'changed', 'missing', 'wrong'] as const).map((kind) => ({
      id: kind,
      title: t(`people:import.kind.${kind}`),
      isNumber: true,
      cell: (row: PastImport) => counted(row, kind),
    })),
  ];
}

/** @param id import that is shown; null: the list of all */
export default island(({ given, id, ...props }: Props & { given: Given; id: string | null }) => (
  <GivenContext value={given}>
    {id === null ? <PeopleImports {...props} /> : <PeopleImport id={id} {...props} />}
  </GivenContext>
));
