import { use, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { OfferedContext, offeredOr } from '#src/client/offered-languages.ts';
import { invalidate } from '#src/client/query.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import type { Input } from '#src/contract/calls.ts';
import { INVITATION_DAYS, INVITATION_WAYS } from '#src/contract/rules/invitation.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { LOCALES } from '#src/lib/languages.ts';
import { SelectField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { peopleChanged } from './effects.ts';
import { Effects } from './TransferDialog.tsx';

type Invitation = Omit<Input<'POST /people/auth/invitation/send'>, 'userId'>;
type Props = {
  title: string;
  /** What it does, each with its number. */
  effects: string[];
  send: (invitation: Invitation) => Promise<void>;
  onClose: () => void;
};

/** Asks how members are invited: by text message or e-mail, in which of the languages that are offered, and for how many days. */
export function InviteForm({ title, effects, send, onClose }: Props) {
  const t = useT();
  const here = useLocale();
  const [way, setWay] = useState<Invitation['way']>('sms');
  const offered = use(OfferedContext);
  const [locale, setLocale] = useState(() => offeredOr(offered, here));
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values): Record<string, string> => {
      const days = Number(textOf(values, 'days'));
      const isRight = Number.isInteger(days) && days >= INVITATION_DAYS.least && days <= INVITATION_DAYS.most;
      return isRight ? {} : { days: t('people:invite.daysWrong', INVITATION_DAYS) };
    },
    send: async (values) => {
      await send({ way, locale, days: Number(textOf(values, 'days')) });
      onClose();
    },
  });
  return (
    <FormDialog title={title} action={t('people:act.invite')} form={form} onClose={onClose}>
      <SelectField
        label={t('people:invite.way')}
        error={form.field('way').error}
        value={way}
        onChange={setWay}
        options={INVITATION_WAYS.map((value) => ({ value, label: t(`people:invite.by.${value}`) }))}
      />
      {offered.length > 1 && (
        <SelectField
          label={t('people:invite.language')}
          value={locale}
          onChange={setLocale}
          options={LOCALES.map((value) => ({ value, label: t(`people:invite.in.${value}`) }))}
        />
      )}
      <FormField
        label={t('people:invite.days')}
        name="days"
        type="number"
        min={INVITATION_DAYS.least}
        max={INVITATION_DAYS.most}
        defaultValue={String(INVITATION_DAYS.usual)}
        error={form.field('days').error}
      />
      <Effects texts={effects} />
    </FormDialog>
  );
}

/** Invites one member. */
export function PersonInvite({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const t = useT();
  return (
    <InviteForm
      title={t('people:invite.one', { name })}
      effects={[t('people:invite.link'), t('people:invite.replaces')]}
      send={async (invitation) => {
        await api('POST /people/auth/invitation/send', { userId, ...invitation }, { isShowErrTip: false });
        notify(t('people:invite.sent', { name }), 'success');
        peopleChanged();
        invalidate('POST /people/auth/invitation/page');
      }}
      onClose={onClose}
    />
  );
}
