import { type RefObject, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { leavePage } from '#src/client/leave-page.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { METHOD_ICON, methodName, type Provider } from './method-look.ts';
import { keepReturnTarget } from './return-target.ts';

export type MethodList = Data<'GET /user/api/user/info/login/way/list'>;
type Props = {
  methods: MethodList;
  /** Path to continue to after login. */
  target: string;
  /** The consent checkbox of the form beside the buttons; its value is sent. */
  consent: RefObject<HTMLInputElement | null>;
};

/**
 * Buttons of the other login methods. The provider's URL is requested on click, because an attempt expires after a
 * minute; then the browser navigates to the provider.
 */
export function LoginMethods({ methods, target, consent }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [busy, setBusy] = useState<Provider | null>(null);
  const [alert, setAlert] = useState('');
  if (methods.length === 0) return null;

  const begin = async (provider: Provider) => {
    if (busy) return;
    setBusy(provider);
    setAlert('');
    try {
      const agreed = consent.current?.checked ?? false;
      const input = { provider, redirect: target, agreed };
      const { url } = await api('POST /user/api/user/info/login/begin', input, { _No_dispose: true });
      keepReturnTarget(target);
      await leavePage({ path: url });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(error.message || t('account:login.unreachable'));
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className="mt-8 flex flex-col gap-4">
      <h2 className="flex items-center gap-3 text-sm font-normal text-muted before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
        {t('account:ways.title')}
      </h2>
      <FormAlert text={alert} />
      <ul className="grid gap-3">
        {methods.map((method) => (
          <li key={method.provider}>
            <button
              type="button"
              disabled={!hydrated}
              aria-disabled={busy !== null}
              onClick={() => void begin(method.provider)}
              className="btn btn-block h-12 justify-start gap-3 font-normal"
            >
              <span className="grid size-8 place-items-center rounded-field bg-primary-soft text-primary">
                <Icon name={METHOD_ICON[method.provider]} />
              </span>
              {t('account:ways.with', { name: methodName(t, method) })}
              {busy === method.provider && (
                <span className="loading loading-spinner loading-sm ms-auto" aria-hidden="true" />
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
