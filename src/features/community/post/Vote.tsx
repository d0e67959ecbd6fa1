import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

/** Buttons below a post. */
export const BUTTON = 'btn btn-sm h-10 gap-2 border-base-300 bg-base-100 text-sm font-normal';
export const PRESSED = 'aria-pressed:border-primary aria-pressed:text-primary aria-pressed:[&_svg]:fill-current';

type Props = {
  id: string;
  given: { voted: boolean; voteCount: number };
  /** One's own post: only the number is shown. */
  isOwn: boolean;
  signedIn: boolean;
  /** URL of the login page that returns here. */
  login: string;
};

/** Votes a post helpful or withdraws the vote, optimistically. Visitors are asked to log in. */
export function Vote({ id, given, isOwn, signedIn, login }: Props) {
  const t = useT();
  const [shown, setShown] = useState({ voted: given.voted, voteCount: given.voteCount });
  const { run } = useAction(async () => {
    const before = shown;
    const on = !before.voted;
    setShown({ voted: on, voteCount: before.voteCount + (on ? 1 : -1) });
    try {
      setShown(await api('PUT /community/auth/post/vote', { id, on }));
    } catch (error) {
      setShown(before);
      throw error;
    }
  });
  const content = (
    <>
      <Icon name="like" />
      {t('posts:view.vote')}
      <span className="tabular-nums">{shown.voteCount}</span>
    </>
  );
  if (isOwn) return <span className="flex h-10 items-center gap-2 px-3 text-sm text-muted">{content}</span>;
  if (!signedIn)
    return (
      <a href={login} rel="nofollow" data-login-first="" className={BUTTON}>
        {content}
      </a>
    );
  return (
    <button type="button" aria-pressed={shown.voted} onClick={() => void run()} className={`${BUTTON} ${PRESSED}`}>
      {content}
    </button>
  );
}
