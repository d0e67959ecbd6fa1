import { island, useLocale, useT } from '#src/i18n/island.tsx';
import type { Data } from '#src/contract/calls.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { FactorPolicyForm } from './FactorPolicyForm.tsx';
import { WayForm } from './WayForm.tsx';

type Props = {
  settings: Data<'GET /user/auth/enterprise/login/setting/list'>;
  policy: Data<'GET /user/auth/enterprise/factor/policy/view'>;
  /** IANA name of the enterprise's time zone. */
  timeZone: string;
  /** The enterprise of this host. */
  tenantName: string;
  /** The languages that the enterprise offers. */
  languages: readonly Locale[];
};

/** Login methods of an enterprise, for its administrators: one form each. */
export default island(function LoginSettings({ settings, policy, timeZone, tenantName, languages }: Props) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="mx-auto max-w-3xl">
      <nav className="text-sm">
        <a href={href(locale, '/company')} className="text-primary underline underline-offset-4">
          {t('account:loginSettings.back')}
        </a>
      </nav>
      <h1 className="mt-3 text-2xl font-semibold">{t('account:loginSettings.title')}</h1>
      <p className="mt-1 text-muted">{t('account:loginSettings.intro', { name: tenantName })}</p>
      <section className="paper mt-6 px-4 py-4 sm:px-6" aria-labelledby="redirect-address">
        <h2 id="redirect-address" className="font-medium">
          {t('account:loginSettings.redirect')}
        </h2>
        <p className="mt-1 text-sm text-muted">{t('account:loginSettings.redirectHint')}</p>
        <p className="mt-2">
          <code className="inline-block rounded-field bg-base-200 px-3 py-1.5 text-sm break-all select-all">
            {settings.redirectAddress}
          </code>
        </p>
      </section>
      <div className="mt-6 flex flex-col gap-6">
        <OfferedContext value={languages}>
          {settings.list.map((setting) => (
            <WayForm key={setting.provider} setting={setting} />
          ))}
        </OfferedContext>
        <FactorPolicyForm policy={policy} timeZone={timeZone} />
      </div>
    </div>
  );
});
