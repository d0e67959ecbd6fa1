import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { reloadAfter } from '#src/client/reload-after.ts';
import { useAction } from '#src/client/use-action.ts';
import { useSignedIn } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { Share } from '#src/features/knowledge/reactions/Share.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { writePath } from '../post-path.ts';
import { DecisionDialog } from '../moderation/DecisionDialog.tsx';
import { ReportDialog } from '#src/features/comment/ReportDialog.tsx';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { BUTTON, PRESSED, Vote } from './Vote.tsx';

type Post = Pick<
  Data<'GET /community/api/post/view'>,
  | ('id' | 'kind' | 'title' | 'state' | 'locked' | 'revision' | 'voted' | 'voteCount' | 'followed' | 'followerCount')
  | ('mayEdit' | 'mayDelete' | 'mayAccept' | 'mayModerate')
> & { isDuplicate: boolean };
type Props = {
  post: Post;
  signedIn: boolean;
  login: string;
  /** Absolute URL of the page, to share. */
  link: string;
  timeZone: string;
};

/** Time to read the message before the page is left, ms. */
const READING = 1_000;

/** What a reader can do with a blog or question: vote, follow, share, and what its author and moderators may. */
export default island(function PostBar({ post, signedIn: wasSignedIn, login, link, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const signedIn = useSignedIn(wasSignedIn);
  const [follow, setFollow] = useState({ followed: post.followed, followerCount: post.followerCount });
  const [dialog, setDialog] = useState<'history' | 'invite' | 'duplicate' | 'report' | 'moderate' | null>(null);
  const confirm = useRef<HTMLDialogElement>(null);
  const { id, kind, title } = post;
  const isQuestion = kind === 'question';
  const isPublished = post.state === 'published';

  const { run: toggleFollow } = useAction(async () => {
    setFollow(await api('PUT /community/auth/post/follow', { id, on: !follow.followed }));
  });
  const { run: remove } = useAction(async () => {
    await api('DELETE /community/auth/post/delete', { id });
    notify(t('posts:view.deleted'), 'success');
    reloadAfter(READING, () => location.assign(href(locale, '/community')));
  });
  const { run: reopen } = useAction(async () => {
    await api('PUT /community/auth/post/duplicate', { id, duplicateOf: null });
    notify(t('posts:view.reopened'), 'success');
    reloadAfter(READING);
  });
  const followContent = (
    <>
      <Icon name="bell" />
      {t(isQuestion ? 'posts:view.sameQuestion' : 'posts:view.follow')}
      <span className="tabular-nums">{follow.followerCount}</span>
    </>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {isPublished && <Vote id={id} given={post} isOwn={post.mayDelete} signedIn={signedIn} login={login} />}
      {isPublished &&
        (signedIn ? (
          <button
            type="button"
            aria-pressed={follow.followed}
            onClick={() => void toggleFollow()}
            className={`${BUTTON} ${PRESSED}`}
          >
            {followContent}
          </button>
        ) : (
          <a href={login} rel="nofollow" data-login-first="" className={BUTTON}>
            {followContent}
          </a>
        ))}
      {isPublished && <Share title={title} link={link} className={BUTTON} />}
      {signedIn && isPublished && isQuestion && !post.locked && (
        <button type="button" onClick={() => setDialog('invite')} className={BUTTON}>
          <Icon name="users" />
          {t('posts:view.invite')}
        </button>
      )}
      {signedIn && (
        <button type="button" onClick={() => setDialog('history')} className={BUTTON}>
          <Icon name="clock" />
          {t('posts:view.history')}
        </button>
      )}
      {post.mayEdit && (
        <a href={href(locale, writePath({ kind, id }))} className={BUTTON}>
          <Icon name="edit" />
          {t('posts:view.edit')}
        </a>
      )}
      {isQuestion &&
        isPublished &&
        post.mayAccept &&
        (post.isDuplicate ? (
          <button type="button" onClick={() => void reopen()} className={BUTTON}>
            <Icon name="undo" />
            {t('posts:view.reopen')}
          </button>
        ) : (
          <button type="button" onClick={() => setDialog('duplicate')} className={BUTTON}>
            <Icon name="link" />
            {t('posts:view.duplicate')}
          </button>
        ))}
      {signedIn && isPublished && !post.mayDelete && (
        <button type="button" onClick={() => setDialog('report')} className={BUTTON}>
          <Icon name="flag" />
          {t('moderation:report.open')}
        </button>
      )}
      {post.mayModerate && (
        <button type="button" onClick={() => setDialog('moderate')} className={BUTTON}>
          <Icon name="shield" />
          {t('moderation:decide.open')}
        </button>
      )}
      {post.mayDelete && (
        <button type="button" onClick={() => confirm.current!.showModal()} className={BUTTON}>
          <Icon name="trash" />
          {t('posts:view.delete')}
        </button>
      )}
      <ConfirmDialog
        ref={confirm}
        title={t('posts:view.confirmDelete')}
        text={t('posts:view.confirmDeleteText')}
        action={t('posts:view.delete')}
        isDestructive
        onConfirm={() => void remove()}
      />
      {dialog === 'report' && <ReportDialog postId={id} onClose={() => setDialog(null)} />}
      {dialog === 'moderate' && (
        <DecisionDialog
          subject={{ subjectType: kind, subjectState: post.state, locked: post.locked, postId: id }}
          onClose={() => setDialog(null)}
          onDone={() => reloadAfter(READING)}
        />
      )}
      {dialog === 'history' && <HistoryDialog id={id} timeZone={timeZone} onClose={() => setDialog(null)} />}
      {dialog === 'invite' && <InviteDialog questionId={id} onClose={() => setDialog(null)} />}
      {dialog === 'duplicate' && <DuplicateDialog id={id} title={title} onClose={() => setDialog(null)} />}
    </div>
  );
});
