import { useId } from 'react';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { CaseDetail } from './CaseDetail.tsx';

type Props = {
  row: Data<'POST /community/auth/moderation/page'>['list'][number];
  isOpen: boolean;
  timeZone: string;
  onToggle: () => void;
  onDone: () => void;
};

/** A case in the queue: what it is about, why, and its details when it is opened. */
export function CaseRow({ row, isOpen, timeZone, onToggle, onDone }: Props) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const { author, detail } = row;
  return (
    <article aria-labelledby={id} className="px-4 py-4 sm:px-6">
      <p className="flex flex-wrap gap-2">
        <span className="badge badge-sm badge-soft">{t(`moderation:subject.${row.subjectType}`)}</span>
        <span className="badge badge-sm badge-soft badge-warning">{t(`moderation:source.${row.source}`)}</span>
        <span className="badge badge-sm badge-soft">{t(`moderation:state.${row.subjectState}`)}</span>
        {row.locked && <span className="badge badge-sm badge-soft">{t('moderation:state.locked')}</span>}
        {row.reportCount > 0 && (
          <span className="text-sm text-muted">{t('moderation:queue.reports', { count: row.reportCount })}</span>
        )}
      </p>
      <h2 id={id} className="mt-2 font-semibold break-words">
        <bdi>{row.title || row.excerpt}</bdi>
      </h2>
      {!isOpen && row.title && <p className="mt-1 line-clamp-2 text-sm break-words text-muted">{row.excerpt}</p>}
      {detail && <p className="mt-1 text-sm break-words">{t('moderation:queue.words', { words: detail })}</p>}
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        <bdi>{author.userName}</bdi>
        {author.anonymous && <span>{t('moderation:queue.anonymous')}</span>}
        <time dateTime={row.gmtCreate}>{dateTimeText(row.gmtCreate, timeZone, locale)}</time>
      </p>
      <button type="button" aria-expanded={isOpen} className="btn btn-sm mt-3" onClick={onToggle}>
        {t(isOpen ? 'moderation:queue.hide' : 'moderation:queue.show')}
      </button>
      {isOpen && <CaseDetail id={row.id} timeZone={timeZone} onDone={onDone} />}
    </article>
  );
}
