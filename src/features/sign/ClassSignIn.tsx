import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { inZone } from '#src/lib/dates.ts';

const SIGN = 'POST /course/auth/training/sign/save';
type Signed = Data<typeof SIGN>;
type Props = {
  /** Of the scanned URL; null: the code is typed. */
  scanned: { sessionId: string; code: string } | null;
  timeZone: string;
};

/** Signs in to an offline class: at once with a scanned code, or with one that is typed. */
export default island(function ClassSignIn({ scanned, timeZone }: Props) {
  const t = useT();
  const [signed, setSigned] = useState<Signed | null>(null);
  const [isSigning, setSigning] = useState(scanned !== null);
  const form = useForm({
    fallback: t('common:failedToLoad'),
    validate: (values) => required(values, { code: t('record:classSign.missing') }),
    send: async (values) => setSigned(await sign({ code: textOf(values, 'code') })),
  });
  const signScanned = useEffectEvent(async () => {
    if (!scanned) return;
    try {
      setSigned(await sign(scanned));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      form.showAlert(Object.values(error.fields)[0] ?? error.message);
    } finally {
      setSigning(false);
    }
  });
  useEffect(() => void signScanned(), []);
  if (signed) return <Done signed={signed} timeZone={timeZone} />;
  return (
    <section className="paper p-4 sm:p-6" aria-labelledby="class-sign-in">
      {/* The page of a scanned code has this as its heading. */}
      <h2 id="class-sign-in" className={scanned ? 'sr-only' : 'font-semibold'}>
        {t('record:classSign.title')}
      </h2>
      {isSigning ? (
        <p role="status" className="mt-3 flex items-center gap-2 text-muted">
          <span className="loading loading-spinner loading-sm" aria-hidden="true" />
          {t('record:classSign.signing')}
        </p>
      ) : (
        <form {...form.form} className="mt-3 flex max-w-xl flex-col gap-3">
          <FormAlert text={form.alert} />
          <div className="flex flex-wrap items-end gap-3">
            <FormField
              {...form.field('code')}
              label={t('record:classSign.code')}
              hint={t('record:classSign.hint')}
              icon="key"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              className="min-w-0 grow"
            />
          </div>
          <SubmitButton {...form.submit} className="self-start">
            {t('record:classSign.submit')}
          </SubmitButton>
        </form>
      )}
    </section>
  );
});

/** Sends the code; with the position of the device if the session wants it. */
async function sign(input: Input<typeof SIGN>): Promise<Signed> {
  const silently = { isShowErrTip: false };
  try {
    return await api(SIGN, input, silently);
  } catch (error) {
    const position = error instanceof ApiError && error.fields['position'] ? await readPosition() : null;
    if (!position) throw error;
    return api(SIGN, { ...input, position }, silently);
  }
}

function Done({ signed, timeZone }: { signed: Signed; timeZone: string }) {
  const t = useT();
  const { mode, state, title, repeated } = signed;
  const kind = repeated ? 'again' : mode;
  return (
    <section role="status" className="paper flex items-start gap-4 p-4 sm:p-6">
      <Icon name="check-circle" className="mt-0.5 size-8 text-success" />
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{t(`record:classSign.done.${kind}`)}</h2>
        <p className="break-words">{title}</p>
        <p className="mt-1 text-sm text-muted tabular-nums">
          {inZone(signed.at, timeZone).format('HH:mm')} · {t(`enum:attendance.${state}`)}
        </p>
      </div>
    </section>
  );
}

type Position = { latitude: number; longitude: number; accuracy: number };

/** Asks the browser for the position of the device. @returns null if it is unknown or not allowed */
const readPosition = (): Promise<Position | null> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      () => resolve(null),
      { enableHighAccuracy: true, maximumAge: 30_000, timeout: 10_000 },
    );
  });
