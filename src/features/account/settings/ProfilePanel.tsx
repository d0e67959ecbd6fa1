import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { AvatarEditor, type User } from './AvatarEditor.tsx';
import { ProfileForm } from './ProfileForm.tsx';

const USER = 'GET /user/auth/enterprise/user/info/current/view';

/** Profile: avatar, own data and data maintained by the enterprise. */
export function ProfilePanel() {
  const t = useT();
  const user = useCall(USER, {});
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <section className="paper" aria-labelledby="profile-title">
        <h2 id="profile-title" className="border-b border-base-300 px-4 py-3 font-semibold sm:px-6">
          {t('account:profile.mine')}
        </h2>
        <LoadState query={user} lines={4}>
          {(person) => (
            <>
              <AvatarEditor user={person} />
              <ProfileForm user={person} />
            </>
          )}
        </LoadState>
      </section>
      <section className="paper" aria-labelledby="enterprise-title">
        <h2 id="enterprise-title" className="border-b border-base-300 px-4 py-3 font-semibold sm:px-6">
          {t('account:profile.byEnterprise')}
        </h2>
        {user.data && <Facts user={user.data} />}
        <p className="border-t border-base-300 px-4 py-3 text-sm text-muted sm:px-6">{t('account:profile.hint')}</p>
      </section>
    </div>
  );
}

function Facts({ user }: { user: User }) {
  const t = useT();
  const none = t('account:profile.none');
  const role = t(`account:profile.roles.${user.userType}`);
  const facts = [
    { label: t('account:profile.enterprise'), value: user.enterpriseName },
    { label: t('account:profile.role'), value: user.isAdmin ? `${role} · ${t('account:profile.admin')}` : role },
    { label: t('account:profile.department'), value: user.department ?? none },
    { label: t('account:profile.post'), value: user.post ?? none },
    { label: t('account:profile.phone'), value: user.phone ?? none },
  ];
  return (
    <dl className="divide-y divide-base-300">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[6rem_1fr] gap-4 px-4 py-3 sm:px-6">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
