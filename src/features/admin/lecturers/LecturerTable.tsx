import { api } from '#src/client/api.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { Avatar } from '#src/components/Avatar.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { ContentTable } from '../content/ContentTable.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { lecturerPage, LECTURERS, type LecturerSort, type ListedLecturer, PAGE } from './lecturer-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
};

/** All lecturers, for their editors. */
function LecturerTable({ search, timeZone }: Props) {
  const t = useT();
  const list = useList(LECTURERS, search);
  const found = useCall(...lecturerPage(list));
  const columns: Column<ListedLecturer, LecturerSort>[] = [
    {
      id: 'lecturerName',
      title: t('editing:lecturer.name'),
      sort: 'lecturerName',
      isMain: true,
      cell: ({ lecturerName, lecturerLevel, title, photo }) => (
        <span className="flex items-center gap-3">
          <Avatar name="" src={photo} className="size-9" />
          <span className="font-medium">
            {lecturerName || t('editing:untitled')}
            <span className="block text-sm font-normal text-muted">
              {[lecturerLevel, title].filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
      ),
    },
    { id: 'member', title: t('editing:lecturer.member'), isRoomy: true, cell: ({ userName }) => userName ?? '–' },
    {
      id: 'courses',
      title: t('editing:project.courses'),
      cell: ({ courseCount }) => <span className="tabular-nums">{courseCount}</span>,
    },
    {
      id: 'hours',
      isRoomy: true,
      title: t('editing:lecturer.hours'),
      cell: ({ annualTeachingHours }) => <span className="tabular-nums">{annualTeachingHours}</span>,
    },
  ];
  return (
    <ContentTable
      kind="lecturer"
      path="/admin/lecturers"
      icon="user"
      texts={{
        ...{ title: t('editing:lecturer.title'), intro: t('editing:lecturer.intro'), add: t('editing:lecturer.add') },
        ...{
          keyword: t('editing:lecturer.keyword'),
          empty: t('editing:lecturer.empty'),
          emptyHint: t('editing:lecturer.emptyHint'),
        },
      }}
      list={list}
      query={found}
      columns={columns}

      timeZone={timeZone}
      titleOf={({ lecturerName }) => lecturerName}

      bulk={{
        call: PAGE,
        readPage: (filter, page) => api(PAGE, { ...lecturerPage({ filter, page })[1], pageSize: 100 }),
      }}
    />
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <LecturerTable {...props} />
  </GivenContext>
));
