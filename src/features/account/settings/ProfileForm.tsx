import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { patchViewer } from '#src/client/session-sync.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { User } from './ProfilePanel.tsx';

/** Name, sex and e-mail address. A new name shows everywhere at once. */
export function ProfileForm({ user }: { user: User }) {
  const t = useT();
  const form = useForm({
    draft: 'profile',
    fallback: t('account:login.unreachable'),
    send: async (values) => {
      const { userName, sex } = await api(
        'PUT /user/auth/enterprise/user/info/update',
        {
          userName: String(values.get('userName')),
          sex: values.get('sex') === '2' ? 2 : 1,
          email: String(values.get('email')).trim(),
        },
        { isShowErrTip: false },
      );
      patchViewer({ userName, sex });
      invalidate('GET /user/auth/enterprise/user/info/current/view');
      notify(t('account:profile.saved'), 'success');
    },
  });
  return (
    <form
      {...form.form}
      method="post"
      className="flex flex-col gap-5 border-t border-base-300 px-4 py-5 sm:px-6"
      aria-labelledby="profile-title"
    >
      <FormField
        {...form.field('userName')}
        label={t('account:profile.name')}
        defaultValue={user.userName}
        autoComplete="name"
        maxLength={40}
        required
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
