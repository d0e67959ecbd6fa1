import { type ReactNode, useEffect, useRef } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { Avatar } from '#src/components/Avatar.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { relativeTime } from '#src/lib/relative-time.ts';
import { textParts } from '#src/lib/user-text.ts';
import type { Comment, Reply } from './comment-calls.ts';
import { CommentForm } from './CommentForm.tsx';
import { replyDraft, useThread } from './thread.ts';

type Props = {
  said: Comment | Reply;
  onReplied: (reply: Reply) => void;
  /** Deletes it on the server and in the list. @returns the new number of comments and replies */
  remove: () => Promise<number>;
  /** Replies to a comment. */
  children?: ReactNode;
};

/** A comment or a reply: author, text, time and actions. */
export function Entry({ said, onReplied, remove, children }: Props) {
  const t = useT();
  const locale = useLocale();
  const { calls, signedIn, now, timeZone, required, scope, ...thread } = useThread();
  const { id, gmtCreate } = said;
  const isReply = 'commentId' in said;
  const link = useRef<HTMLAnchorElement>(null);
  const replyButton = useRef<HTMLButtonElement>(null);
  const isAnswering = thread.answering === id;
  const isLinked = thread.linked === id;

  const takesFocus = thread.focused === id;
  useEffect(() => {
    if (takesFocus) link.current!.focus({ preventScroll: true });
  }, [takesFocus]);

  const closeForm = () => {
    thread.setAnswering(null);
    replyButton.current?.focus();
  };
  const send = async (content: string) => {
    const answer = await api(calls.reply, { commentId: id, content }, { isShowErrTip: false });
    onReplied(answer.reply);
    thread.setCount(answer.commentCount);
    closeForm();
    notify(t('community:sent'), 'success');
  };

  return (
    <li
      id={`comment-${id}`}
      className={`flex scroll-mt-24 gap-3 rounded-box ${isLinked ? 'bg-primary-soft' : 'target:bg-primary-soft'}`}
    >
      <span className="shrink-0">
        <Avatar name="" src={said.headPortrait} sex={said.sex} className={isReply ? 'size-7' : 'size-10'} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          {said.userName ? (
            <bdi className="font-medium">{said.userName}</bdi>
          ) : (
            !said.anonymous && <span className="font-medium">{t('community:formerMember')}</span>
          )}
          {said.anonymous && <span className="badge badge-sm badge-soft">{t('community:anonymous')}</span>}
          {isReply && said.replyToUserName !== null && (
            <span className="text-muted">
              {t('community:replyTo')}
              <bdi className="ms-1 font-medium text-base-content">
                {said.replyToUserName || t('community:anonymous')}
              </bdi>
            </span>
          )}
          <a ref={link} href={`#comment-${id}`} className="text-muted hover:text-primary">
            <time dateTime={gmtCreate} title={dateTimeText(gmtCreate, timeZone, locale)}>
              {relativeTime(gmtCreate, now, locale) ?? t('common:justNow')}
            </time>
          </a>
        </p>
        <CommentText text={said.content} />
        <p className="mt-1 flex gap-1 noscript:hidden">
          <button
            ref={replyButton}
            type="button"
            aria-expanded={isAnswering}
            onClick={() => thread.setAnswering(isAnswering ? null : id)}
            className="btn btn-ghost btn-xs -ms-2 text-muted"
          >
            {t('community:reply')}
          </button>
          {signedIn && said.deletable && (
            <button
              type="button"
              onClick={() => thread.askToDelete(remove)}
              className="btn btn-ghost btn-xs text-muted"
            >
              {t('community:delete')}
            </button>
          )}
          {signedIn && !said.deletable && (
            <button type="button" onClick={() => thread.report(id)} className="btn btn-ghost btn-xs text-muted">
              {t('moderation:report.open')}
            </button>
          )}
        </p>
        {isAnswering && (
          <CommentForm
            kind="reply"
            scope={scope}
            signedIn={signedIn}
            draft={replyDraft(id)}
            required={required}
            send={send}
            onCancel={closeForm}
          />
        )}
        {children}
      </div>
    </li>
  );
}

/** Text of a comment: plain text with line breaks and links. */
function CommentText({ text }: { text: string }) {
  return (
    <div dir="auto" data-text className="mt-1 leading-relaxed break-words">
      {textParts(text).map((part, position) =>
        'br' in part ? (
          <br key={position} />
        ) : part.href ? (
          <a
            key={position}
            href={part.href}
            rel="nofollow ugc noopener noreferrer"
            target="_blank"
            className="link link-primary break-all"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  );
}
