import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { QrCode } from '#src/components/QrCode.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { FactorField } from '#src/features/login/FactorField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { plainDigits } from '#src/lib/phone.ts';
import { LeavesExam, leavesExam } from '../LeavesExam.tsx';

const BEGIN = 'POST /user/auth/user/info/totp/begin';
type Props = {
  /** Address of the panel without a form. */
  here: string;
  onDone: (recoveryCodes: string[]) => void;
};

/** Shows the secret for an authenticator app, and asks for a code of it. */
export function TotpSetUp({ here, onDone }: Props) {
  const t = useT();
  const [made, setMade] = useState<Data<typeof BEGIN> | null>(null);
  const [problem, setProblem] = useState('');
  const begin = useEffectEvent(async () => {
    try {
      setMade(await api(BEGIN, {}, { isShowErrTip: false }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message || t('account:login.unreachable'));
    }
  });
  useEffect(() => void begin(), []);
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values) => required(values, { code: t('errors:field.codeRequired') }),
    send: async (values) => {
      const code = plainDigits(textOf(values, 'code'));
      const input = { ticket: made!.ticket, code, ...leavesExam(values) };
      onDone((await api('POST /user/auth/user/info/totp/confirm', input, { isShowErrTip: false })).recoveryCodes);
    },
  });
  if (problem) return <FormAlert text={problem} />;
  if (!made) return <div className="skeleton aspect-square w-48" />;
  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <p>{t('account:factor.scan')}</p>
      <QrCode text={made.uri} label={t('account:factor.qr')} className="aspect-square w-48 rounded-field" />
      <p className="text-sm text-muted">
        {t('account:factor.type')}
        <code className="mt-1 block font-mono text-base break-all text-base-content select-all">
          {made.secret.match(/.{1,4}/g)!.join(' ')}
        </code>
      </p>
      <FormAlert text={form.alert} />
      <FactorField form={form} way="totp" />
      <LeavesExam form={form} />
      <p className="text-sm text-muted">{t('account:factor.othersEnd')}</p>
      <div className="flex gap-3">
        <SubmitButton {...form.submit}>{t('account:factor.confirm')}</SubmitButton>
        <a href={here} className="btn btn-ghost">
          {t('common:cancel')}
        </a>
      </div>
    </form>
  );
}
