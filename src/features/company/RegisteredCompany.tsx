import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useConsent } from './consent.tsx';
import { enterCompany } from './enter-company.ts';

type Props = {
  company: Data<'POST /user/auth/enterprise/info/add'>;
  /** The enterprise of this host. */
  tenantName: string;
};

/** Replaces the form after registration: the new enterprise and the button to enter it. */
export function RegisteredCompany({ company, tenantName }: Props) {
  const t = useT();
  const locale = useLocale();
  const title = useRef<HTMLHeadingElement>(null);
  const [problem, setProblem] = useState('');
  const consent = useConsent(tenantName);
  const enter = useAction(async () => {
    setProblem('');
    try {
      await enterCompany(company.enterpriseId, href(locale, '/home'), consent.ask);
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message || t('account:login.unreachable'));
      throw error;
    }
  });
  useEffect(() => {
    scrollTo({ top: 0 });
    title.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section className="paper mt-6 flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
        <Icon name="check" className="size-7" />
      </span>
      <h2 ref={title} tabIndex={-1} className="text-xl font-semibold outline-none">
        {t('company:registered.title')}
      </h2>
      <p className="font-medium">{company.enterpriseName}</p>
      <p className="font-mono text-sm break-all text-muted">{new URL(company.origin).host}</p>
      <p className="max-w-md text-sm text-muted">{t('company:registered.hint')}</p>
      <p className="max-w-md text-sm text-muted">{t('company:registered.unverified')}</p>
      <p role="alert" className="text-sm text-error empty:hidden">
        {problem}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <button
          type="button"
          aria-disabled={enter.isPending}
          className="btn btn-primary"
          onClick={() => void enter.run()}
        >
          {enter.isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          {t('company:registered.enter')}
          <Icon name="arrow-right" className="size-4" />
        </button>
        <a href={href(locale, '/company')} className="btn">
          {t('company:title')}
        </a>
      </div>
      {consent.dialog}
    </section>
  );
}
