import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { usePages } from '#src/client/use-pages.ts';
import { useSignedIn } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { type Comment, commentCalls, type CommentPage, type SubjectType } from './comment-calls.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import { MoreButton } from './MoreButton.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { begunReplies, linkedId, ThreadContext, useNow } from './thread.ts';

type Props = {
  subjectType: SubjectType;
  subjectId: string;
  signedIn: boolean;
  /** The first page, read by the server. */
  first: CommentPage;
  /** Time of the server, ISO 8601. */
  now: string;
  timeZone: string;
  /** Texts of namespaces that the page does not inline. */
  texts: { required: string; gone: string };
  /** Of one list among others on a page, e.g. of an answer: keeps its ids apart; it has a smaller heading. */
  scope?: string;
};

const elementOf = (id: string) => document.getElementById(`comment-${id}`);

export default island(CommentList);

/** Comments on a course, project, announcement or post: reading, writing, replying, deleting, and links to one of them. */
export function CommentList({ subjectType, subjectId, first, timeZone, texts, scope = '', ...given }: Props) {
  const t = useT();
  const signedIn = useSignedIn(given.signedIn);
  const now = useNow(given.now);
  const calls = commentCalls(subjectType, signedIn);
  const Heading = scope ? 'h3' : 'h2';
  const heading = useRef<HTMLHeadingElement>(null);
  const [count, setCount] = useState(first.commentCount);
  const [answering, setAnswering] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  const [reported, setReported] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  /** The entry to delete after confirmation. */
  const deleting = useRef<() => Promise<number>>(undefined);

  /** The last comment loaded as a page; the next page starts after it. */
  const last = useRef(first.list.at(-1)?.id);
  const comments = usePages<Comment>(
    async () => {
      const before = last.current;
      const page = await api(calls.page, { subjectId, before }, { isShowErrTip: false });
      last.current = page.list.at(-1)?.id ?? before;
      setFocused(page.list.find(({ id }) => !elementOf(id))?.id ?? null);
      return page;
    },
    { pageSize: first.pageSize, given: first },
  );

  const send = async (content: string) => {
    const { comment, commentCount } = await api(calls.save, { subjectId, content }, { isShowErrTip: false });
    comments.change((items) => [comment, ...items]);
    setCount(commentCount);
    notify(t('community:sent'), 'success');
  };
  const remove = async ({ id }: Comment) => {
    const { commentCount } = await api(calls.delete, { id });
    comments.change((items) => items.filter((item) => item.id !== id));
    return commentCount;
  };
  const { run: confirmDelete } = useAction(async (act: () => Promise<number>) => {
    setCount(await act());
    notify(t('community:deleted'), 'success');
    heading.current!.focus();
  });

  /** `#comment-{id}` links to a comment or reply, even if it is not loaded yet, unless it is in another list of the page. */
  const { run: follow } = useAction(async () => {
    const id = linkedId();
    if (!id) return;
    const isElsewhere = scope !== '' || new URLSearchParams(location.search).has('answer');
    if (!elementOf(id)) {
      const { list } = await api(calls.page, { subjectId, commentId: id });
      const found = list[0];
      if (!found) {
        if (!isElsewhere) notify(texts.gone, 'error');
        return;
      }
      comments.change((items) =>
        items.some((item) => item.id === found.id)
          ? items.map((item) => (item.id === found.id ? found : item))
          : [found, ...items],
      );
    }
    setLinked(id);
  });
  useEffect(() => {
    if (linked) elementOf(linked)?.scrollIntoView({ block: 'center' });
  }, [linked]);

  const onStart = useEffectEvent(() => {
    void follow();
    const begun = begunReplies().find(elementOf);
    if (begun) setAnswering(begun);
  });
  const onAddress = useEffectEvent(() => void follow());
  useEffect(() => {
    onStart();
    const listener = () => onAddress();
    addEventListener('hashchange', listener);
    return () => removeEventListener('hashchange', listener);
  }, []);

  return (
    <ThreadContext
      value={{
        ...{ calls, signedIn, now, timeZone, required: texts.required, scope },
        ...{ answering, setAnswering, linked, focused, setFocused, setCount },
        askToDelete: (act) => {
          deleting.current = act;
          dialog.current!.showModal();
        },
        report: setReported,
      }}
    >
      <section id={`${scope}comments`} className="scroll-mt-20" aria-labelledby={`${scope}comments-title`}>
        <Heading
          id={`${scope}comments-title`}
          ref={heading}
          tabIndex={-1}
          className={scope ? 'mb-3 font-semibold' : 'mb-4 text-xl font-semibold'}
        >
          {t('community:title')}
          <span className="ms-1 text-base font-normal text-muted tabular-nums">{count}</span>
        </Heading>
        <CommentForm
          kind="comment"
          scope={scope}
          signedIn={signedIn}
          draft={`comment:${subjectId}`}
          required={texts.required}
          send={send}
        />
        {comments.items.length === 0 &&
          // Between a question and its answers there is no room for more than a line.
          (subjectType === 'post' ? (
            <p className="text-sm text-muted">{t('community:none')}</p>
          ) : (
            <EmptyState icon="community" title={t('community:none')} hint={t('community:noneHint')} />
          ))}
        <ol className="mt-6 flex flex-col gap-6 empty:hidden">
          {comments.items.map((comment) => (
            // A comment loaded through a link contains more replies, which are used.
            <CommentItem
              key={`${comment.id} ${comment.replies.length}`}
              comment={comment}
              remove={() => remove(comment)}
            />
          ))}
        </ol>
        <div className="mt-6 flex flex-col items-center empty:hidden">
          <MoreButton pages={comments} className="btn-sm">
            {t('community:more')}
          </MoreButton>
        </div>
        <ConfirmDialog
          ref={dialog}
          title={t('community:confirmTitle')}
          text={t('community:confirmDelete')}
          action={t('community:delete')}
          isDestructive
          onConfirm={() => void confirmDelete(deleting.current!)}
        />
        {reported && <ReportDialog commentId={reported} onClose={() => setReported(null)} />}
      </section>
    </ThreadContext>
  );
}
