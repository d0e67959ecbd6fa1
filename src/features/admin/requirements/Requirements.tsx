import { REQUIREMENT_PHASES, SUBJECT_KINDS } from '#src/contract/rules/requirement.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { type Requirement, REQUIREMENTS, requirementPage } from './requirement-list.ts';
import { dueText, repeatText, subjectsText } from './term-texts.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  canWrite: boolean;
};

/** Requirements with the numbers of people who fulfil them. */
function Requirements({ search, canWrite }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(REQUIREMENTS, search);
  const found = useCall(...requirementPage(list));
  const columns = useColumns();
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('requirement:title')} hint={t('requirement:intro')}>
        <a className="btn btn-outline" href={href(locale, '/admin/requirements/messages')}>
          {t('requirement:message.title')}
        </a>
        {canWrite && (
          <a className="btn btn-primary" href={href(locale, '/admin/requirements/edit')}>
            <Icon name="plus" className="size-4" />
            {t('requirement:new')}
          </a>
        )}
      </PageHead>
      <Table
        label={t('requirement:title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('requirement:keyword')}
        filters={[
          {
            name: 'phase',
            label: t('requirement:phaseLabel'),
            options: REQUIREMENT_PHASES.map((each) => [each, t(`requirement:phase.${each}`)]),
          },
          {
            name: 'kind',
            label: t('requirement:kindLabel'),
            options: SUBJECT_KINDS.map((each) => [each, t(`requirement:kind.${each}`)]),
          },
        ]}
        empty={<EmptyState icon="task" title={t('requirement:empty')} hint={t('requirement:emptyHint')} />}
        actions={({ id, title, canChange }) => (
          <a
            className="btn btn-sm"
            href={href(locale, `/admin/requirements/edit?id=${id}`)}
            aria-label={t(canChange ? 'requirement:editOf' : 'requirement:viewOf', { title })}
          >
            {t(canChange ? 'requirement:edit' : 'requirement:view')}
          </a>
        )}
      />
    </div>
  );
}

const TONES = { draft: 'badge-ghost', published: 'badge-success', withdrawn: 'badge-warning' } as const;

function useColumns(): Column<Requirement, 'title'>[] {
  const t = useT();
  const locale = useLocale();
  return [
    {
      id: 'title',
      title: t('requirement:name'),
      sort: 'title',
      isMain: true,
      cell: ({ title }) => <span className="font-medium">{title}</span>,
    },
    { id: 'what', title: t('requirement:what'), cell: ({ subjects }) => subjectsText(subjects, t) },
    {
      id: 'when',
      title: t('requirement:when'),
      cell: (requirement) => (
        <span>
          {dueText(requirement, t)}
          <span className="block text-sm text-muted">{repeatText(requirement, t)}</span>
        </span>
      ),
    },
    {
      id: 'people',
      title: t('requirement:people'),
      cell: ({ id, count, overdue, fulfilled }) =>
        count === 0 ? (
          <span className="text-muted">{t('requirement:nobody')}</span>
        ) : (
          <span className="tabular-nums">
            <a className="link" href={href(locale, `/admin/matrix?requirementId=${id}`)}>
              {t('requirement:counts', { count })}
            </a>
            <span className="block text-sm text-muted">
              <span className="me-2 whitespace-nowrap">{t('requirement:countFulfilled', { count: fulfilled })}</span>
              {overdue > 0 && (
                <span className="whitespace-nowrap text-error">
                  {t('requirement:countOverdue', { count: overdue })}
                </span>
              )}
            </span>
          </span>
        ),
    },
    {
      id: 'phase',
      title: t('requirement:phaseLabel'),
      cell: ({ phase }) => (
        <span className={`badge badge-sm badge-soft ${TONES[phase]}`}>{t(`requirement:phase.${phase}`)}</span>
      ),
    },
  ];
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Requirements {...props} />
  </GivenContext>
));
