import '#src/components/prose.css';
import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { ReportDialog } from '#src/features/comment/ReportDialog.tsx';
import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { commentCalls } from '#src/features/comment/comment-calls.ts';
import { CommentList } from '#src/features/comment/Comments.tsx';
import { answerPath, writePath } from '../post-path.ts';
import { DecisionDialog } from '../moderation/DecisionDialog.tsx';
import { AuthorLine } from './AuthorLine.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { Vote } from './Vote.tsx';
import type { Data } from '#src/contract/calls.ts';
import type { AnswerOrder } from './answer-orders.ts';

type Props = Pick<AnswersProps, 'questionId' | 'login' | 'timeZone' | 'now' | 'texts'> & {
  answer: Answer;
  signedIn: boolean;
  /** Accepts it, or withdraws that. */
  onAccept: (on: boolean) => void;
  onDeleted: () => void;
};
const SMALL = 'btn btn-ghost btn-sm font-normal text-muted';

/** An answer with its actions and comments. */
export function AnswerItem({ answer, questionId, signedIn, login, timeZone, now, texts, onAccept, onDeleted }: Props) {
  const t = useT();
  const locale = useLocale();
  const { id, accepted, state, editedAt, commentCount } = answer;
  const [hasComments, setComments] = useState(false);
  const [dialog, setDialog] = useState<'history' | 'report' | 'moderate' | null>(null);
  const confirm = useRef<HTMLDialogElement>(null);
  const isPublished = state === 'published';
  const { run: remove } = useAction(async () => {
    await api('DELETE /community/auth/post/delete', { id });
    notify(t('posts:view.deleted'), 'success');
    onDeleted();
  });
  // The address of a comment on this answer.
  useEffect(() => {
    if (location.hash.startsWith('#comment-') && new URLSearchParams(location.search).get('answer') === id)
      setComments(true);
  }, [id]);
  return (
    <article
      id={`answer-${id}`}
      tabIndex={-1}
      className={`paper scroll-mt-20 p-5 sm:p-6 ${accepted ? 'border-success' : ''} target:border-primary`}
    >
      {accepted && (
        <p className="mb-3 flex items-center gap-1.5 font-medium text-success">
          <Icon name="check-circle" />
          {t('posts:view.accepted')}
        </p>
      )}
      {(state === 'review' || state === 'hidden') && (
        <p className="alert alert-warning alert-soft mb-4">{t(`posts:view.${state}`)}</p>
      )}
      <AuthorLine author={answer.author} publishedAt={answer.publishedAt} timeZone={timeZone}>
        {editedAt && <span>{t('posts:view.edited', { time: dateTimeText(editedAt, timeZone, locale) })}</span>}
      </AuthorLine>
      {/* Sanitised by the server. */}
      <div className="prose mt-4" dir="auto" dangerouslySetInnerHTML={{ __html: answer.bodyHtml }} />
      <div className="mt-5 flex flex-wrap items-center gap-1">
        {isPublished && <Vote id={id} given={answer} isOwn={answer.mayDelete} signedIn={signedIn} login={login} />}
        {answer.mayAccept && (
          <button type="button" onClick={() => onAccept(!accepted)} className="btn btn-sm h-10 font-normal">
            <Icon name={accepted ? 'undo' : 'check'} />
            {t(accepted ? 'posts:view.withdraw' : 'posts:view.accept')}
          </button>
        )}
        <button type="button" aria-expanded={hasComments} onClick={() => setComments(!hasComments)} className={SMALL}>
          {t('posts:view.comments', { n: commentCount })}
        </button>
        {signedIn && editedAt && (
          <button type="button" onClick={() => setDialog('history')} className={SMALL}>
            {t('posts:view.history')}
          </button>
        )}
        {answer.mayEdit && (
          <a href={href(locale, writePath({ kind: 'answer', id }))} className={SMALL}>
            {t('posts:view.edit')}
          </a>
        )}
        {answer.mayDelete && (
          <button type="button" onClick={() => confirm.current!.showModal()} className={SMALL}>
            {t('posts:view.delete')}
          </button>
        )}
        {signedIn && isPublished && !answer.mayDelete && (
          <button type="button" onClick={() => setDialog('report')} className={SMALL}>
            {t('moderation:report.open')}
          </button>
        )}
        {answer.mayModerate && (
          <button type="button" onClick={() => setDialog('moderate')} className={SMALL}>
            {t('moderation:decide.open')}
          </button>
        )}
        <a href={href(locale, answerPath(questionId, id))} className={SMALL} aria-label={t('posts:view.link')}>
          <Icon name="link" className="size-4" />
        </a>
      </div>
      {hasComments && <AnswerComments answerId={id} signedIn={signedIn} now={now} timeZone={timeZone} texts={texts} />}
      <ConfirmDialog
        ref={confirm}
        title={t('posts:view.confirmDelete')}
        text={t('posts:view.confirmDeleteText')}
        action={t('posts:view.delete')}
        isDestructive
        onConfirm={() => void remove()}
      />
      {dialog === 'history' && <HistoryDialog id={id} timeZone={timeZone} onClose={() => setDialog(null)} />}
      {dialog === 'report' && <ReportDialog postId={id} onClose={() => setDialog(null)} />}
      {dialog === 'moderate' && (
        <DecisionDialog
          subject={{ subjectType: 'answer', subjectState: state, locked: answer.locked, postId: id }}
          onClose={() => setDialog(null)}
          onDone={() => location.reload()}
        />
      )}
    </article>
  );
}

type AnswerCommentsProps = {
  answerId: string;
  signedIn: boolean;
  now: string;
  timeZone: string;
  /** Texts of namespaces that the page does not inline. */
  texts: { required: string; gone: string };
};

/** Comments on an answer, loaded when they are opened. */
function AnswerComments({ answerId, signedIn, ...given }: AnswerCommentsProps) {
  // The calls for visitors and for members differ; a session that ends does not load the list again.
  const [call] = useState(() => commentCalls('post', signedIn).page);
  const first = useCall(call, { subjectId: answerId });
  return (
    <div className="mt-4 border-s-2 border-base-300 ps-4">
      <LoadState query={first} lines={1}>
        {(page) => (
          <CommentList
            subjectType="post"
            subjectId={answerId}
            scope={`${answerId}-`}
            signedIn={signedIn}
            first={page}
            {...given}
          />
        )}
      </LoadState>
    </div>
  );
}
export type Answer = Data<'POST /community/api/answer/page'>['list'][number];
export type AnswersProps = {
  questionId: string;
  order: AnswerOrder;
  /** The first answers, read by the server. */
  first: Data<'POST /community/api/answer/page'>;
  count: number;
  signedIn: boolean;
  login: string;
  /** Time of the server, ISO 8601. */
  now: string;
  timeZone: string;
  texts: { required: string; gone: string };
};
