import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

type Rules = Data<'GET /community/auth/setting/view'>;
const SWITCHES = ['isPublic', 'allowAnonymous', 'reviewNewMemberLinks'] as const;
const NUMBERS = [
  ['newMemberDays', 0, 365],
  ['newMemberDailyPosts', 1, 1000],
  ['dailyPosts', 1, 1000],
  ['acceptedPoints', 0, 1000],
  ['acceptedPointsPerDay', 0, 10_000],
] as const;

/** The rules of the community. */
export function RuleAdmin() {
  const rules = useCall('GET /community/auth/setting/view', {});
  return (
    <section className="paper p-5 sm:p-6">
      <LoadState query={rules}>{(data) => <RuleForm rules={data} />}</LoadState>
    </section>
  );
}

function RuleForm({ rules }: { rules: Rules }) {
  const t = useT();
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const isOn = (name: (typeof SWITCHES)[number]) => values.has(name);
      const number = (name: (typeof NUMBERS)[number][0]) => String(values.get(name));
      await api(
        'PUT /community/auth/setting/save',
        {
          ...{ isPublic: isOn('isPublic'), allowAnonymous: isOn('allowAnonymous') },
          reviewNewMemberLinks: isOn('reviewNewMemberLinks'),
          ...{ newMemberDays: number('newMemberDays'), newMemberDailyPosts: number('newMemberDailyPosts') },
          ...{ dailyPosts: number('dailyPosts'), acceptedPoints: number('acceptedPoints') },
          acceptedPointsPerDay: number('acceptedPointsPerDay'),
        },
        { isShowErrTip: false },
      );
      notify(t('moderation:admin.saved'), 'success');
    },
    fallback: t('common:failedToLoad'),
  });
  return (
    <form {...form} className="flex max-w-xl flex-col gap-4">
      <FormAlert text={alert} />
      {SWITCHES.map((name) => (
        <label key={name} className="flex min-h-10 cursor-pointer items-center gap-3">
          <input type="checkbox" name={name} defaultChecked={rules[name]} className="checkbox checkbox-sm rounded-sm" />
          {t(`moderation:admin.${name}`)}
        </label>
      ))}
      {NUMBERS.map(([name, min, max]) => (
        <FormField
          key={name}
          {...field(name)}
          label={t(`moderation:admin.${name}`)}
          type="number"
          min={min}
          max={max}
          defaultValue={rules[name]}
        />
      ))}
      <SubmitButton {...submit} className="self-start">
        {t('moderation:admin.save')}
      </SubmitButton>
    </form>
  );
}
