import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { leaveFor } from '#src/client/leave.ts';
import { keepSignIn } from '#src/client/session.ts';
import { replaceAddress } from '#src/client/router.ts';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useConsent } from './consent.tsx';

type Problem = { text: string; mayTryAgain: boolean };

/**
 * Target of a switch from another enterprise's host, with a one-time code in the URL fragment, which only the browser
 * sees. Logs in with the code and continues.
 */
export default island(function Handoff({ name }: { name: string }) {
  const t = useT();
  const locale = useLocale();
  const code = useRef('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const consent = useConsent(name);

  const signIn = async (agreed?: boolean): Promise<void> => {
    setProblem(null);
    try {
      const input = { code: code.current, agreed };
      const signedIn = await api('POST /user/api/user/info/login/handoff', input, { _No_dispose: true });
      await leaveFor(keepSignIn(signedIn, href(locale, '/home')).path, 'replace');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { fields, message } = error;
      if (fields.agreed && !agreed) {
        if (await consent.ask()) return signIn(true);
        setProblem({ text: fields.agreed, mayTryAgain: true });
        // Without a response the code may be unused, so it can be retried.
      } else setProblem({ text: message || t('account:login.unreachable'), mayTryAgain: !message });
    }
  };
  const arrive = useEffectEvent(() => {
    code.current = new URLSearchParams(location.hash.slice(1)).get('handoff') ?? '';
    // Keeps the code out of history and bookmarks.
    replaceAddress(location.pathname + location.search);
    if (code.current) void signIn();
    else setProblem({ text: t('errors:handoffOver'), mayTryAgain: false });
  });
  useEffect(() => arrive(), []);

  return (
    <div className="mx-auto flex w-full max-w-md grow flex-col items-center gap-4 px-6 pt-24 pb-12 text-center sm:pt-40">
      {problem ? (
        <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
          <Icon name="warning" className="size-7" />
        </span>
      ) : (
        <span className="grid size-14 place-items-center text-primary">
          <span className="loading loading-spinner loading-lg" aria-hidden="true" />
        </span>
      )}
      <h1 className="text-xl font-semibold">{t('company:handoff.title', { name })}</h1>
      <p role="status" className="w-full text-muted">
        {/* An element of its own for each text: a centred line that changes counts as moved. */}
        <span key={problem ? 'problem' : 'wait'}>{problem?.text ?? t('company:handoff.wait')}</span>
      </p>
      {problem && (
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          {problem.mayTryAgain ? (
            <button type="button" className="btn btn-primary" onClick={() => void signIn()}>
              {t('company:handoff.again')}
            </button>
          ) : (
            <a href={href(locale, '/login')} className="btn btn-primary">
              {t('common:signIn')}
            </a>
          )}
          <a href={href(locale, '/company')} className="btn">
            {t('company:title')}
          </a>
        </div>
      )}
      {consent.dialog}
    </div>
  );
});
