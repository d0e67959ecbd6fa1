import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useSignedIn } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';

type Props = {
  id: string;
  /** Null for a visitor. */
  admired: boolean | null;
  count: number;
  /** URL of the login page that returns here. */
  login: string;
};

const CLASSES = 'btn gap-2 rounded-full px-6';

/** Likes an announcement or removes the like, optimistically. Visitors are asked to log in. */
export default island(function AdmireButton({ id, admired: given, count, login }: Props) {
  const t = useT();
  const signedIn = useSignedIn(given !== null);
  const [shown, setShown] = useState({ admired: given ?? false, admireCount: count });
  const { run } = useAction(async () => {
    setShown({ admired: !shown.admired, admireCount: shown.admireCount + (shown.admired ? -1 : 1) });
    try {
      setShown(await api('PUT /user/auth/announcement/user/record/update/admire', { id }));
    } catch (error) {
      setShown(shown);
      throw error;
    }
  });
  const content = (
    <>
      <Icon name="like" />
      {t('announcement:like')}
      <span className="tabular-nums">{shown.admireCount}</span>
    </>
  );
  return signedIn ? (
    <button
      type="button"
      aria-pressed={shown.admired}
      onClick={() => void run()}
      className={`${CLASSES} aria-pressed:btn-primary`}
    >
      {content}
    </button>
  ) : (
    <a href={login} data-login-first="" className={CLASSES}>
      {content}
    </a>
  );
});
