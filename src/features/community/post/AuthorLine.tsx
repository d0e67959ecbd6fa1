import type { ReactNode } from 'react';
import { Avatar } from '#src/components/Avatar.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { authorPath, type PostCard } from '../post-path.ts';

type Props = {
  author: PostCard['author'];
  publishedAt: string;
  timeZone: string;
  /** Further facts after the time. */
  children?: ReactNode;
};

/** Who wrote a post, and when. Of an anonymous post only its author and moderators receive a name. */
export function AuthorLine({ author, publishedAt, timeZone, children }: Props) {
  const t = useT();
  const locale = useLocale();
  const { id, userName, headPortrait, sex, isLecturer, anonymous } = author;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Avatar name="" src={headPortrait} sex={sex} className="size-6" sizes="1.5rem" />
      {id && !anonymous ? (
        <a href={href(locale, authorPath(id))} className="relative font-medium text-base-content hover:text-primary">
          <bdi>{userName || t('posts:card.formerMember')}</bdi>
        </a>
      ) : (
        userName && <bdi className="font-medium text-base-content">{userName}</bdi>
      )}
      {anonymous && <span className="badge badge-sm badge-soft">{t('posts:card.anonymous')}</span>}
      {isLecturer && <span className="badge badge-sm badge-soft badge-primary">{t('posts:card.lecturer')}</span>}
      <time dateTime={publishedAt} className="tabular-nums">
        {dateTimeText(publishedAt, timeZone, locale)}
      </time>
      {children}
    </div>
  );
}
