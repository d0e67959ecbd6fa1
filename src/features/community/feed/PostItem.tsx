import { Cover } from '#src/components/Cover.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { LabelChips } from '../labels/LabelChips.tsx';
import { AuthorLine } from '../post/AuthorLine.tsx';
import { type PostCard, postPath } from '../post-path.ts';

type Props = { post: PostCard; timeZone: string };

/** A blog or question in a feed; all of it leads to the post. */
export function PostItem({ post, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const { kind, title, excerpt, cover, voteCount, answerCount, commentCount, solved, readingMinutes } = post;
  return (
    <article className="group relative flex gap-4 px-4 py-4 hover:bg-base-200 sm:px-6">
      <div className="flex min-w-0 grow flex-col gap-2">
        <AuthorLine author={post.author} publishedAt={post.publishedAt} timeZone={timeZone} />
        <h2 className="text-lg leading-snug font-semibold group-hover:text-primary">
          <a
            id={`post-${post.id}`}
            href={href(locale, postPath(post))}
            className="after:absolute after:inset-0 after:content-['']"
          >
            {title}
          </a>
        </h2>
        {excerpt && <p className="line-clamp-2 text-sm leading-relaxed text-muted">{excerpt}</p>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <LabelChips labels={post.labels} />
          {kind === 'question' ? (
            <span className={`flex items-center gap-1.5 ${solved ? 'font-medium text-success' : ''}`}>
              <Icon name={solved ? 'check-circle' : 'talk'} className="size-4" />
              {t('posts:feed.answers', { count: answerCount })}
              {solved && <span>{t('posts:card.solved')}</span>}
            </span>
          ) : (
            <span className="flex items-center gap-1">
              <Icon name="clock" className="size-4" />
              {t('posts:card.minutes', { count: readingMinutes })}
            </span>
          )}
          {voteCount > 0 && (
            <span className="flex items-center gap-1 tabular-nums">
              <Icon name="like" className="size-4" />
              <span aria-hidden="true">{voteCount}</span>
              <span className="sr-only">{t('posts:card.votes', { count: voteCount })}</span>
            </span>
          )}
          {commentCount > 0 && <span>{t('posts:card.comments', { count: commentCount })}</span>}
        </div>
      </div>
      {kind === 'blog' && (
        <div className="hidden w-36 shrink-0 self-start overflow-hidden rounded-field sm:block">
          <Cover seed={post.id} src={cover} sizes="9rem" />
        </div>
      )}
    </article>
  );
}
