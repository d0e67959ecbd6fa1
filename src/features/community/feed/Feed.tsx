import { type MouseEvent, useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { FeedInput } from '../post-path.ts';
import { feedPath } from './feed-query.ts';
import { PostItem } from './PostItem.tsx';

type Props = {
  /** The first page, read by the server with `input`. */
  first: Data<'POST /community/api/post/page'>;
  input: FeedInput;
  /** Address of the feed without its query (Chinese form). */
  path: string;
  timeZone: string;
};

/** A feed of posts. "Load more" is a link to the next page, which without a page load appends it. */
export default island(function Feed({ first, input, path, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const [{ list, next }, setShown] = useState(first);
  const [focused, setFocused] = useState<string | null>(null);
  const { run: loadMore, isPending } = useAction(async () => {
    const page = await api('POST /community/api/post/page', { ...input, after: next! });
    const known = new Set(list.map(({ id }) => id));
    const added = page.list.filter(({ id }) => !known.has(id));
    setShown({ list: [...list, ...added], next: page.next });
    setFocused(added[0]?.id ?? null);
  });
  useEffect(() => {
    if (focused) document.getElementById(`post-${focused}`)?.focus();
  }, [focused]);
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void loadMore();
  };
  const { order = 'newest', kind } = input;
  return (
    <>
      <ul className="paper divide-y divide-base-300 overflow-hidden" aria-label={t('posts:feed.list')}>
        {list.map((post) => (
          <li key={post.id}>
            <PostItem post={post} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      {next && (
        <p className="mt-6 text-center">
          <a
            href={href(locale, feedPath(path, { order, kind, after: next }))}
            rel="nofollow"
            aria-disabled={isPending || undefined}
            onClick={onClick}
            className="btn btn-sm border-base-300 bg-base-100"
          >
            {isPending && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
            {t('posts:feed.more')}
          </a>
        </p>
      )}
    </>
  );
});
