import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { type Form, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { isCreditCode } from '#src/lib/credit-code.ts';
import { PHONE_LENGTH } from '#src/lib/phone.ts';
import { KeyField } from './KeyField.tsx';
import { LogoUpload } from './LogoUpload.tsx';
import { LEVELS, type Region, regionCode, RegionSelect } from './RegionSelect.tsx';
import { SelectField } from './SelectField.tsx';
import { type Logo, useLogo } from './use-logo.ts';

const REGISTER = 'POST /user/auth/enterprise/info/add';
type NewCompany = Input<typeof REGISTER>;

export type RegisterFormProps = {
  provinces: Region[];
  industries: Data<'GET /system/api/enum/list'>;
  scales: Data<'GET /system/api/enum/list'>;
  /** `{key}.learn.example.com` */
  hostPattern: string;
  /** The user's phone number, masked. */
  phone: string | null;
  userId: string;
  userName: string;
  onRegistered: (company: Data<typeof REGISTER>) => void;
};

/** The form that registers an enterprise. Input is kept as a draft through a reload or a new login until it is sent. */
export function RegisterForm({ onRegistered, ...props }: RegisterFormProps) {
  const t = useT();
  const locale = useLocale();
  const { provinces, industries, scales, hostPattern, phone, userId, userName } = props;
  const [region, setRegion] = useState<Region[]>([]);
  const [keptRegion, setKeptRegion] = useState<string[]>([]);
  const [key, setKey] = useState('');
  const logo = useLogo();
  const form = useForm({
    draft: 'company',
    draftOwner: userId,
    onRestore: (kept) => {
      setKeptRegion(LEVELS.map((level) => kept[level] ?? ''));
      if (kept.logoPicture) logo.restore(JSON.parse(kept.logoPicture) as Logo);
    },
    fallback: t('account:login.unreachable'),
    send: async (values) => {
      const text = (name: string) => String(values.get(name) ?? '');
      const picture = await logo.settled();
      const input = {
        enterpriseName: text('enterpriseName'),
        industry: text('industry') as NewCompany['industry'],
        scale: (text('scale') || undefined) as NewCompany['scale'],
        regionCode: regionCode(region),
        address: text('address'),
        creditCode: text('creditCode'),
        key: text('key'),
        logo: picture?.id,
        contactName: text('contactName'),
        contactPhone: text('contactPhone'),
      };
      onRegistered(await api(REGISTER, input, { isShowErrTip: false }));
    },
  });
  useKept(form, region, logo.logo);
  const { ref } = form.form;
  // The field is uncontrolled: it may have been filled before hydration, or from the draft.
  useEffect(() => setKey((ref.current!.elements.namedItem('key') as HTMLInputElement).value), [ref]);
  const choose = t('company:region.choose');

  return (
    <form {...form.form} method="post" className="mt-6 flex flex-col gap-6">
      <Section title={t('company:register.enterprise')}>
        <FormField
          {...form.field('enterpriseName')}
          label={t('company:register.name')}
          autoComplete="organization"
          maxLength={60}
          required
          placeholder={t('company:register.namePlaceholder')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            {...form.field('industry')}
            label={t('company:register.industry')}
            placeholder={choose}
            options={industries}
            required
          />
          <SelectField
            {...form.field('scale')}
            label={t('company:register.scale')}
            placeholder={choose}
            options={scales}
          />
        </div>
        <RegionSelect
          provinces={provinces}
          path={region}
          kept={keptRegion}
          error={form.field('regionCode').error}
          onChange={(path, byPerson) => {
            setRegion(path);
            if (byPerson) setKeptRegion([]);
            form.showError('regionCode', '', false);
          }}
        />
        <FormField
          {...form.field('address')}
          label={t('company:register.address')}
          autoComplete="street-address"
          maxLength={200}
          placeholder={t('company:register.addressPlaceholder')}
        />
        <FormField
          {...form.field('creditCode')}
          label={t('company:register.creditCode')}
          maxLength={18}
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('company:register.creditCodePlaceholder')}
          onBlur={({ target }) => {
            target.value = target.value.trim().toUpperCase();
            if (target.value && !isCreditCode(target.value))
              form.showError('creditCode', t('errors:field.creditCode'), false);
          }}
        />
      </Section>
      <Section title={t('company:register.portal')}>
        <KeyField form={form} hostPattern={hostPattern} value={key} onChange={setKey} />
        <LogoUpload state={logo} error={form.field('logo').error} />
      </Section>
      <Section title={t('company:register.contact')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField
            {...form.field('contactName')}
            label={t('company:register.contactName')}
            autoComplete="name"
            maxLength={30}
            required
            defaultValue={userName}
          />
          <FormField
            {...form.field('contactPhone')}
            label={t('company:register.contactPhone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={PHONE_LENGTH}
            required={!phone}
            placeholder={phone ? t('company:register.ownPhone', { phone }) : t('account:login.phoneHint')}
          />
        </div>
        <p className="flex items-start gap-2 text-sm text-muted">
          <Icon name="shield" className="mt-0.5 size-4" />
          {t('company:register.adminHint')}
        </p>
      </Section>
      <FormAlert text={form.alert} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <a href={href(locale, '/company')} className="btn btn-lg text-base">
          {t('company:register.back')}
        </a>
        <SubmitButton {...form.submit} className="btn-lg grow text-base sm:grow-0">
          {t('company:register.submit')}
        </SubmitButton>
      </div>
    </form>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="paper flex flex-col gap-5 p-4 sm:p-6" aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Saves the draft when state outside the fields changes, except for the initial state. */
function useKept(form: Form, region: Region[], logo: Logo | null): void {
  const first = useRef(true);
  const keep = useEffectEvent(() => {
    if (!first.current) form.keepDraft();
    first.current = false;
  });
  useEffect(() => keep(), [region, logo]);
}
