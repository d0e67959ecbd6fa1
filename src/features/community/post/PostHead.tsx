import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { LabelChips } from '../labels/LabelChips.tsx';
import type { PostCard } from '../post-path.ts';
import { AuthorLine } from './AuthorLine.tsx';

type Props = {
  post: Pick<PostCard, 'kind' | 'author' | 'publishedAt' | 'readingMinutes' | 'labels' | 'solved'>;
  timeZone: string;
};

/** Author, time, reading time and labels of a post; rendered on the server only. */
export default island(function PostHead({ post, timeZone }: Props) {
  const t = useT();
  return (
    <>
      <AuthorLine author={post.author} publishedAt={post.publishedAt} timeZone={timeZone}>
        <span className="flex items-center gap-1">
          <Icon name="clock" className="size-4" />
          {t('posts:card.minutes', { count: post.readingMinutes })}
        </span>
        {post.solved && (
          <span className="flex items-center gap-1 font-medium text-success">
            <Icon name="check-circle" className="size-4" />
            {t('posts:card.solved')}
          </span>
        )}
      </AuthorLine>
      <LabelChips labels={post.labels} />
    </>
  );
});
