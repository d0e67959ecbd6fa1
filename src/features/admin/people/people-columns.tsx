import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dayText } from '#src/lib/dates.ts';
import type { Column } from '../kit/table-columns.ts';
import { Moment } from '../kit/Moment.tsx';
import type { Order, Row } from './people-list.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** Columns of the table of people. */
export function useColumns(timeZone: string): Column<Row, Order>[] {
  const t = useT();
  const locale = useLocale();
  return [
    {
      id: 'name',
      title: t('people:table.name'),
      sort: 'userName',
      isMain: true,
      cell: ({ userId, userName, isAdmin }) => (
        <>
          <a className="link font-medium link-hover" href={href(locale, `/admin/people/${userId}`)}>
            {userName}
          </a>
          {isAdmin && (
            <span className="badge ms-2 badge-soft badge-sm">{t('organisation:role.name.administrator')}</span>
          )}
        </>
      ),
    },
    {
      id: 'number',
      title: t('people:table.number'),
      sort: 'employeeNo',
      cell: ({ employeeNo }) => employeeNo && <span className="whitespace-nowrap tabular-nums">{employeeNo}</span>,
    },
    { id: 'department', title: t('people:table.department'), sort: 'department', cell: ({ department }) => department },
    { id: 'post', title: t('people:table.post'), sort: 'post', cell: ({ post }) => post },
    { id: 'superior', title: t('people:table.superior'), isRoomy: true, cell: ({ superiorName }) => superiorName },
    {
      id: 'joined',
      isRoomy: true,
      title: t('people:table.joined'),
      sort: 'joinedOn',
      isLatestFirst: true,
      cell: ({ joinedOn }) => joinedOn && <span className="tabular-nums">{dayText(joinedOn, locale)}</span>,
    },
    { id: 'status', title: t('people:table.status'), cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: 'phone',
      title: t('people:table.phone'),
      isExtra: true,
      cell: ({ phone }) => phone && <span className="tabular-nums">{phone}</span>,
    },
    {
      id: 'type',
      title: t('people:table.type'),
      isExtra: true,
      cell: ({ userType }) => t(`enum:userType.${userType}`),
    },
    {
      id: 'roles',
      title: t('people:table.role'),
      isExtra: true,
      cell: ({ roles }) => roles.map((each) => t(`organisation:role.name.${each}`)).join(t('people:table.comma')),
    },
    {
      id: 'seen',
      title: t('people:table.seen'),
      isExtra: true,
      cell: ({ lastSeenAt }) => lastSeenAt && <Moment at={lastSeenAt} timeZone={timeZone} />,
    },
  ];
}
