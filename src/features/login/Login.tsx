import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { leavePage, type NextPage } from '#src/client/leave-page.ts';
import { keepSignIn } from '#src/client/session.ts';
import { replaceAddress } from '#src/client/router.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { safePath } from '#src/lib/safe-path.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { keepAgreed } from './agreed-versions.ts';
import { LoginForm, type LoginFormProps } from './LoginForm.tsx';
import { LoginMethods, type MethodList } from './methods/LoginMethods.tsx';
import { type Entered, LoginReturn, type ReturnStep } from './methods/LoginReturn.tsx';
import type { Provider } from './methods/method-look.ts';
import { returnTarget } from './methods/return-target.ts';
import type { Given } from './password/ReplaceGiven.tsx';

const ReplaceGiven = lazyPart(async () => (await import('./password/ReplaceGiven.tsx')).ReplaceGiven);

type Props = LoginFormProps & {
  methods: MethodList;
  /** The provider from which the user returns, with its label; null otherwise. */
  back: { provider: Provider; name: string } | null;
  signedIn: boolean;
};

/** The login page: the form with phone and password or code, the other login methods, and the return from them. */
export default island<Props>(function Login({ methods, back, signedIn, ...given }) {
  const t = useT();
  const locale = useLocale();
  const [step, setStep] = useState<ReturnStep | null>(back && { at: 'busy' });
  const [target, setTarget] = useState(given.target);
  const [initial, setInitial] = useState<Given | null>(null);
  const consent = useRef<HTMLInputElement>(null);

  const goOn = (entered: Entered): NextPage | undefined => {
    const { step: next, token, enterpriseId = null, redirect, bind, displayName } = entered;
    const path = redirect ?? href(locale, '/home');
    if (next === 'signedIn' || next === 'secondStep') return keepSignIn({ token, enterpriseId }, path);
    if (next === 'linked') return { path, replace: true };
    setTarget(safePath(redirect, given.target));
    setStep(next === 'bind' ? { at: 'bind', bind: bind!, who: displayName } : { at: 'agree', bind: bind! });
    return undefined;
  };
  const fail = (text: string) => {
    setTarget(safePath(returnTarget(), given.target));
    setStep({ at: 'failed', text });
  };
  const onReturn = useEffectEvent(async ({ provider, name }: NonNullable<Props['back']>) => {
    const query = new URLSearchParams(location.search);
    // Removes code and state from the URL and the history.
    replaceAddress(location.pathname);
    const error = query.get('error');
    if (error) return fail(t(error === 'access_denied' ? 'account:return.denied' : 'account:return.failed', { name }));
    try {
      const next = goOn(await exchange(provider, query));
      if (next) void leavePage(next);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      fail(refusal.message || t('account:login.unreachable'));
    }
  });
  useEffect(() => {
    if (back) void onReturn(back);
  }, [back]);

  const onEntered: ComponentProps<typeof LoginForm>['onEntered'] = (session) => {
    keepAgreed(given.agreements);
    return keepSignIn(session, session.enterpriseId ? target : href(locale, '/company'));
  };
  if (initial) {
    const query = new URLSearchParams({
      t: 'login',
      changed: '1',
      ...(given.redirect && { redirect: given.redirect }),
    });
    return <ReplaceGiven given={initial} login={`${href(locale, '/login')}?${query}`} onEntered={onEntered} />;
  }
  const showsForm = !step || step.at === 'bind' || (step.at === 'failed' && !signedIn);
  return (
    <div className="flex flex-col gap-6">
      {back && step && (
        <LoginReturn step={step} name={back.name} signedIn={signedIn} onEntered={goOn} onFailed={fail} />
      )}
      {showsForm && (
        <div>
          <LoginForm
            {...given}
            onEntered={onEntered}
            onGiven={setInitial}
            bind={step?.at === 'bind' ? step.bind : undefined}
            focus={step?.at !== 'failed'}
            consent={consent}
          />
          {step?.at !== 'bind' && <LoginMethods methods={methods} target={target} consent={consent} />}
        </div>
      )}
    </div>
  );
});

function exchange(provider: Provider, query: URLSearchParams): Promise<Entered> {
  const code = query.get('authCode') ?? query.get('code') ?? '';
  const input = { code, state: query.get('state') ?? '' };
  if (provider !== 'oidc') return api('POST /user/api/user/info/login/ewx', input, { _No_dispose: true });
  const iss = query.get('iss');
  return api('POST /user/api/user/info/login/oidc', { ...input, ...(iss && { iss }) }, { _No_dispose: true });
}
