import { useRef } from 'react';
import { api } from '#src/client/api.ts';
import { usePages } from '#src/client/use-pages.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Comment, Reply } from './comment-calls.ts';
import { Entry } from './Entry.tsx';
import { MoreButton } from './MoreButton.tsx';
import { useThread } from './thread.ts';

type Props = {
  comment: Comment;
  /** Deletes the comment with its replies. @returns the new number of comments and replies */
  remove: () => Promise<number>;
};

/** A comment with its replies, oldest first. */
export function CommentItem({ comment, remove }: Props) {
  const t = useT();
  const { calls, setFocused } = useThread();
  /** The last reply loaded as a page; the user's own new replies may be newer than pages still to load. */
  const last = useRef(comment.replies.at(-1)?.id);
  const replies = usePages<Reply>(
    async () => {
      const after = last.current;
      const page = await api(calls.replies, { commentId: comment.id, after }, { isShowErrTip: false });
      last.current = page.list.at(-1)?.id ?? after;
      setFocused(page.list[0]?.id ?? null);
      return page;
    },
    { pageSize: 10, given: { list: comment.replies, totalCount: comment.replyCount } },
  );
  const shown = replies.items.toSorted((a, b) => a.gmtCreate.localeCompare(b.gmtCreate));
  const add = (reply: Reply) => replies.change((items) => [...items, reply]);
  const removeReply = async ({ id }: Reply) => {
    const { commentCount } = await api(calls.deleteReply, { id });
    replies.change((items) => items.filter((item) => item.id !== id));
    return commentCount;
  };
  return (
    <Entry said={comment} onReplied={add} remove={remove}>
      <ol className="mt-2 flex flex-col gap-3 border-s-2 border-base-300 ps-3 empty:hidden sm:ps-4">
        {shown.map((reply) => (
          <Entry key={reply.id} said={reply} onReplied={add} remove={() => removeReply(reply)} />
        ))}
      </ol>
      <MoreButton pages={replies} className="btn-ghost btn-xs mt-2 text-primary">
        {t('community:moreReplies', { n: replies.total - replies.items.length })}
      </MoreButton>
    </Entry>
  );
}
