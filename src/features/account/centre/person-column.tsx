import { useLocale, type useT } from '#src/i18n/island.tsx';
import type { CentreList } from '#src/contract/rules/centre.ts';
import { accountLink } from '../account-query.ts';
import type { CentreView } from './centre-view.ts';
import type { CentreColumn } from './CentreTable.tsx';

type OfPerson = { userId: string; userName: string; department: string | null };

/** The person of each row, with a link to their page; none on the page of a person. */
export function personColumn<Row extends OfPerson>(
  { person, part }: CentreView,
  t: ReturnType<typeof useT>,
  link: ReturnType<typeof accountLink>,
): CentreColumn<Row>[] {
  if (person) return [];
  return [
    {
      ...{ name: 'userName', label: t('centre:column.userName'), sorts: part === 'seats' },
      value: ({ userId, userName, department }) => (
        <>
          <a className="font-medium whitespace-nowrap hover:text-primary" href={link({ person: userId })}>
            {userName}
          </a>
          {department && <span className="block text-sm text-muted">{department}</span>}
        </>
      ),
    },
  ];
}

/** Addresses of a list: of its other pages and orders, and without a filter where there is one. */
export function useListLink({ person, keyword, department, state, ends }: CentreView, list: CentreList) {
  const link = accountLink(useLocale(), 'centre');
  const own = person ? { person, list } : { part: list };
  const isFiltered = !person && Boolean(keyword ?? department ?? state ?? ends);
  return {
    link: (query: { page?: number; sort?: string | undefined }) =>
      link(person ? { ...own, ...query } : { ...own, keyword, department, state, ends, ...query }),
    all: isFiltered ? link(own) : undefined,
  };
}
