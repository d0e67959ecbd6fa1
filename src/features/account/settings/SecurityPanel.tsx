import { type ReactNode, useEffect, useRef } from 'react';
import { invalidate, useCall } from '#src/client/query.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';

// A form is loaded when it is opened: the panel is part of a page with a limited weight.
const PasswordForm = lazyPart(async () => (await import('./PasswordForm.tsx')).PasswordForm);
const PhoneForm = lazyPart(async () => (await import('./PhoneForm.tsx')).PhoneForm);
const EmailForm = lazyPart(async () => (await import('./EmailForm.tsx')).EmailForm);

const PasskeyForm = lazyPart(async () => (await import('./factor/PasskeyForm.tsx')).PasskeyForm);
const FactorForm = lazyPart(async () => (await import('./factor/FactorForm.tsx')).FactorForm);

const VIEW = 'GET /user/auth/user/info/security/view';
/** URL of the panel; with `&edit=` and one of {@link SecurityEdit} it shows that form. */
export const SECURITY_PATH = '/account?change=4&settingType=2';

export type SecurityEdit = 'password' | 'phone' | 'email' | 'passkeys' | 'factor';
type Props = {
  /** The open form: one at a time, each with its own URL. */
  edit: SecurityEdit | null;
  /** IANA name of the tenant's time zone. */
  timeZone: string;
  /** The form is finished: the panel is shown without it. */
  onSaved: () => void;
};

/** Password, phone and e-mail address (`change=4&settingType=2`): credentials, and the forms to change them. */
export function SecurityPanel(props: Props) {
  const t = useT();
  const query = useCall(VIEW, {});
  return (
    <section className="paper max-w-3xl" aria-labelledby="security-title">
      <h2 id="security-title" className="border-b border-base-300 px-4 py-3 font-semibold sm:px-6">
        {t('account:settings.tab.2')}
      </h2>
      <LoadState query={query} lines={2}>
        {(view) => <SecurityRows {...props} view={view} />}
      </LoadState>
    </section>
  );
}

function SecurityRows({ edit, timeZone, onSaved, view }: Props & { view: Data<typeof VIEW> }) {
  const t = useT();
  const locale = useLocale();
  const { phone, email, emailFails, sendsEmail, suggestedEmail, codeTo, hasPassword, passwordChangedAt, hasFactor } =
    view;
  const here = href(locale, SECURITY_PATH);
  const form = {
    here,
    onSaved: () => {
      invalidate(VIEW);
      onSaved();
    },
  };
  const since = passwordChangedAt && dateText(passwordChangedAt, timeZone, locale);
  return (
    <div className="divide-y divide-base-300">
      <Row
        icon="lock"
        name={t('account:login.password')}
        value={
          !hasPassword
            ? t('account:security.noPassword')
            : since
              ? t('account:security.changedAt', { date: since })
              : t('account:security.neverChanged')
        }
        action={t(hasPassword ? 'account:security.changePassword' : 'account:security.setPassword')}
        address={`${here}&edit=password`}
        // Setting a first password requires a code, and a code requires a recipient.
        instead={hasPassword || codeTo !== null ? undefined : t('account:security.phoneFirst')}
      >
        {edit === 'password' && <PasswordForm {...form} hasPassword={hasPassword} codeTo={codeTo} />}
      </Row>
      <Row
        icon="phone"
        name={t('account:login.phone')}
        value={phone ?? t('account:security.noPhone')}
        action={t(phone ? 'account:security.changePhone' : 'account:security.addPhone')}
        address={`${here}&edit=phone`}
      >
        {edit === 'phone' && <PhoneForm {...form} />}
      </Row>
      {(sendsEmail || email) && (
        <Row
          icon="mail"
          name={t('account:security.email')}
          value={email ?? t('account:security.noEmail')}
          warning={emailFails ? t('account:security.emailFails') : undefined}
          action={t(email ? 'account:security.changeEmail' : 'account:security.addEmail')}
          address={`${here}&edit=email`}
        >
          {edit === 'email' && <EmailForm {...form} email={email} suggested={suggestedEmail ?? ''} />}
        </Row>
      )}
      <Row
        icon="key"
        name={t('account:passkey.title')}
        value={t('account:passkey.hint')}
        action={t('account:passkey.manage')}
        address={`${here}&edit=passkeys`}
      >
        {edit === 'passkeys' && <PasskeyForm here={here} timeZone={timeZone} />}
      </Row>
      <Row
        icon="shield"
        name={t('account:factor.title')}
        value={t(hasFactor ? 'account:factor.on' : 'account:factor.off')}
        action={t(hasFactor ? 'account:factor.change' : 'account:factor.setUp')}
        address={`${here}&edit=factor`}
      >
        {edit === 'factor' && <FactorForm here={here} onSaved={form.onSaved} />}
      </Row>
    </div>
  );
}

type RowProps = {
  icon: IconName;
  name: string;
  value: string;
  warning?: string | undefined;
  /** The link that shows the form. */
  action: string;
  address: string;
  /** The prerequisite that is missing; there is no form until then. */
  instead?: string;
  /** The form, when it is shown. */
  children: ReactNode;
};

function Row({ icon, name, value, warning, action, address, instead, children }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const isOpen = Boolean(children);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The focus was in the form, which was removed.
    if (wasOpen.current && !isOpen) link.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div className="px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon name={icon} className="size-5 text-muted" />
        <div className="min-w-0 grow basis-40">
          <h3 className="font-medium">{name}</h3>
          <p className="text-sm text-muted">{value}</p>
          {warning && <p className="text-sm text-error">{warning}</p>}
        </div>
        {!instead && !isOpen && (
          <a ref={link} href={address} className="btn btn-sm">
            {action}
          </a>
        )}
      </div>
      {instead ? (
        <p className="mt-2 ps-9 text-sm text-muted">{instead}</p>
      ) : (
        isOpen && <div className="mt-5 max-w-md sm:ps-9">{children}</div>
      )}
    </div>
  );
}
