import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { patchViewer } from '#src/client/session-state.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { links } from '../links.ts';
import type { User } from './AvatarEditor.tsx';

const REQUESTS = 'POST /user/auth/flow/instance/myInstance';
const ONE_PENDING = { flowType: 'nameChange', state: 'pending', pageSize: 1 } as const;

/** Real name, nickname, sex and e-mail address. A changed real name becomes a request to the enterprise. */
export function ProfileForm({ user }: { user: User }) {
  const t = useT();
  const locale = useLocale();
  const requests = useCall(REQUESTS, ONE_PENDING);
  const waiting = requests.data?.list[0];
  const form = useForm({
    draft: 'profile',
    fallback: t('account:login.unreachable'),
    send: async (values) => {
      // Hidden while a change of the name is pending.
      const asked = values.get('userName');
      const { userName, sex } = await api(
        'PUT /user/auth/enterprise/user/info/update',
        {
          userName: asked === null ? undefined : String(asked),
          nickname: String(values.get('nickname')),
          sex: values.get('sex') === '2' ? 2 : 1,
          email: String(values.get('email')).trim(),
        },
        { isShowErrTip: false },
      );
      patchViewer({ sex });
      invalidate('GET /user/auth/enterprise/user/info/current/view', REQUESTS);
      const isAsked = asked !== null && String(asked).trim() !== userName;
      notify(t(isAsked ? 'account:profile.nameAsked' : 'account:profile.saved'), 'success');
    },
  });
  return (
    <form
      {...form.form}
      method="post"
      className="flex flex-col gap-5 border-t border-base-300 px-4 py-5 sm:px-6"
      aria-labelledby="profile-title"
    >
      {waiting ? (
        <div>
          <p className="text-sm font-medium">{t('account:profile.name')}</p>
          <p>{user.userName}</p>
          <p role="status" className="mt-1.5 text-sm text-muted">
            {t('account:profile.nameWaiting', { name: waiting.detail.newName ?? '' })}
          </p>
          <a className="link text-sm" href={href(locale, links.ownRequest(waiting.id))}>
            {t('account:profile.seeRequest')}
          </a>
        </div>
      ) : (
        <FormField
          {...form.field('userName')}
          label={t('account:profile.name')}
          hint={t('account:profile.nameHint')}
          defaultValue={user.userName}
          autoComplete="name"
          maxLength={40}
          required
        />
      )}
      <FormField
        {...form.field('nickname')}
        label={t('account:profile.nickname')}
        hint={t('account:profile.nicknameHint')}
        defaultValue={user.nickname ?? ''}
        autoComplete="nickname"
        maxLength={40}
        placeholder={t('account:profile.optional')}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('account:profile.sex')}</legend>
        <div className="flex gap-6">
          {(['1', '2'] as const).map((sex) => (
            <label key={sex} className="flex cursor-pointer items-center gap-2">
              <input
                type="radio"
                name="sex"
                value={sex}
                defaultChecked={(user.sex === 2 ? '2' : '1') === sex}
                className="radio radio-primary radio-sm"
              />
              {t(`account:profile.sexes.${sex}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <FormField
        {...form.field('email')}
        label={t('account:profile.email')}
        defaultValue={user.email ?? ''}
        type="email"
        autoComplete="email"
        maxLength={254}
        placeholder={t('account:profile.optional')}
      />
      <div className="[&_p]:mb-5">
        <FormAlert text={form.alert} />
        <SubmitButton {...form.submit}>{t('account:profile.save')}</SubmitButton>
      </div>
    </form>
  );
}
