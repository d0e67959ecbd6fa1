import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Input } from '#src/contract/calls.ts';
import { MAX_PASSKEY_NAME } from '#src/contract/rules/factor.ts';
import { hasPasskeys, isCancelled, rememberPasskey } from '#src/features/login/passkey.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { ProvenFirst } from './ProvenFirst.tsx';

const LIST = 'GET /user/auth/user/info/passkey/list';
const ADD = 'POST /user/auth/user/info/passkey/add';
type Props = {
  /** Address of the panel without a form. */
  here: string;
  timeZone: string;
};

/** The passkeys of the user: each can be removed, and one of this device added. */
export function PasskeyForm({ here, timeZone }: Props) {
  return (
    <ProvenFirst here={here}>
      {() => (
        <div className="flex flex-col gap-6">
          <PasskeyList timeZone={timeZone} />
          <AddPasskey here={here} />
        </div>
      )}
    </ProvenFirst>
  );
}

function PasskeyList({ timeZone }: { timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const query = useCall(LIST, {});
  const asked = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const remove = useAction(async () => {
    await api('DELETE /user/auth/user/info/passkey/remove', { id: chosen!.id });
    notify(t('account:passkey.removed'), 'success');
    invalidate(LIST);
  });
  const day = (moment: string) => dateText(moment, timeZone, locale);
  return (
    <LoadState query={query} lines={2}>
      {(list) =>
        list.length === 0 ? (
          <p className="text-sm text-muted">{t('account:passkey.none')}</p>
        ) : (
          <>
            <ul className="divide-y divide-base-300" aria-label={t('account:passkey.title')}>
              {list.map(({ id, name, here, gmtCreate, lastUsedAt }) => (
                <li key={id} className="flex items-center gap-3 py-3">
                  <div className="min-w-0 grow">
                    <p className="font-medium break-words">{name}</p>
                    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
                      <span>{t('account:passkey.added', { date: day(gmtCreate) })}</span>
                      {lastUsedAt && <span>{t('account:passkey.used', { date: day(lastUsedAt) })}</span>}
                      {!here && <span>{t('account:passkey.elsewhere')}</span>}
                    </p>
                  </div>
                  <button
                    type="button"
                    className="btn text-error btn-ghost btn-sm"
                    aria-label={t('account:passkey.removeOf', { name })}
                    onClick={() => {
                      setChosen({ id, name });
                      asked.current!.showModal();
                    }}
                  >
                    {t('account:passkey.remove')}
                  </button>
                </li>
              ))}
            </ul>
            <ConfirmDialog
              ref={asked}
              title={t('account:passkey.removeTitle', { name: chosen?.name ?? '' })}
              text={t('account:passkey.removeText')}
              action={t('account:passkey.remove')}
              isDestructive
              onConfirm={() => void remove.run()}
            />
          </>
        )
      }
    </LoadState>
  );
}

type AddProps = {
  /** Address of the panel without a form. */
  here: string;
  onAdded?: () => void;
};

/** Makes a passkey with this device. */
export function AddPasskey({ here, onAdded }: AddProps) {
  const t = useT();
  const [isPossible, setPossible] = useState(true);
  useEffect(() => setPossible(hasPasskeys()), []);
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values) => required(values, { name: t('errors:field.nameRequired') }),
    send: async (values) => {
      const [optionsJSON, { startRegistration }] = await Promise.all([
        api('POST /user/auth/user/info/passkey/begin', {}, { isShowErrTip: false }),
        import('@simplewebauthn/browser'),
      ]);
      try {
        const made = (await startRegistration({ optionsJSON })) as Input<typeof ADD>['made'];
        await api(ADD, { name: textOf(values, 'name'), made }, { isShowErrTip: false });
      } catch (error) {
        if (isCancelled(error)) return;
        if ((error as Error).name === 'InvalidStateError') return form.showError('name', t('account:passkey.known'));
        throw error;
      }
      rememberPasskey();
      notify(t('account:passkey.saved'), 'success');
      invalidate(LIST);
      onAdded?.();
    },
  });
  if (!isPossible) return <p className="text-sm text-muted">{t('account:passkey.impossible')}</p>;
  return (
    <form method="post" {...form.form} className="flex flex-col gap-4">
      <FormAlert text={form.alert} />
      <FormField
        {...form.field('name')}
        id="passkey-name"
        label={t('account:passkey.name')}
        hint={t('account:passkey.nameHint')}
        maxLength={MAX_PASSKEY_NAME}
        required
        autoComplete="off"
      />
      <div className="flex gap-3">
        <SubmitButton {...form.submit}>{t('account:passkey.add')}</SubmitButton>
        <a href={here} className="btn btn-ghost">
          {t('common:close')}
        </a>
      </div>
    </form>
  );
}
