import { QuestionText } from '#src/components/QuestionText.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Column } from '../kit/table-columns.ts';
import { Moment } from '../kit/Moment.tsx';
import type { Item, QuestionOrder } from './bank-query.ts';

/**
 * Columns of the questions of a bank.
 * @param isUnsaved whether a question has changes that were not saved
 */
export function useColumns(timeZone: string, isUnsaved: (id: string) => boolean): Column<Item, QuestionOrder>[] {
  const t = useT();
  return [
    {
      id: 'stem',
      title: t('bank:stem'),
      isMain: true,
      cell: ({ id, stem, stemHtml, published, deletedAt, langs }) => (
        <>
          <div className="line-clamp-3 min-w-48">
            <QuestionText text={stem} html={stemHtml} />
          </div>
          <span className="flex flex-wrap gap-1 empty:hidden">
            {deletedAt ? (
              <span className="badge badge-soft badge-error badge-sm">{t('editing:state.deleted')}</span>
            ) : (
              !published && <span className="badge badge-soft badge-warning badge-sm">{t('bank:withdrawn')}</span>
            )}
            {langs.length > 1 && <span className="badge badge-ghost badge-sm">{t('bank:bothLanguages')}</span>}
            {isUnsaved(id) && <span className="badge badge-soft badge-info badge-sm">{t('bank:unsaved')}</span>}
          </span>
        </>
      ),
    },
    { id: 'type', title: t('bank:type'), sort: 'type', cell: ({ type }) => t(`enum:questionType.${type}`) },
    {
      id: 'difficulty',
      title: t('bank:difficulty'),
      sort: 'difficulty',
      cell: ({ difficulty }) => t(`enum:difficulty.${difficulty}`),
    },
    { id: 'topic', title: t('bank:topic'), sort: 'topic', cell: ({ topic }) => topic },
    {
      id: 'tags',
      isRoomy: true,
      title: t('bank:tag'),
      cell: ({ tags }) =>
        tags.length > 0 && (
          <span className="flex flex-wrap gap-1">
            {tags.map((tag) => (
              <span key={tag} className="badge badge-ghost badge-sm">
                {tag}
              </span>
            ))}
          </span>
        ),
    },
    {
      id: 'code',
      title: t('bank:code'),
      sort: 'code',
      cell: ({ code }) => <span className="tabular-nums">{code}</span>,
    },
    {
      id: 'modified',
      title: t('bank:modified'),
      sort: 'gmtModified',
      isLatestFirst: true,
      isExtra: true,
      cell: ({ gmtModified }) => <Moment at={gmtModified} timeZone={timeZone} isDay />,
    },
  ];
}
