import { type RefObject, useEffect, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Form } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { ProofField } from './ProofField.tsx';
import { isBrokenEmail, recipientKey, typedRecipient } from './recipient.ts';
import { keepSentCode, type Purpose, sentCode } from './sent-code.ts';
import { useProof } from './use-proof.ts';

type Props = {
  form: Form;
  purpose: Purpose;
  /** Where codes with purpose `confirm` go, masked: such a form has no field for it. */
  codeTo?: string;
};

/**
 * Field `code` with the button that sends a code to the phone or e-mail address of the form (field `phone`, or `email` for
 * purpose `email`), and the server's countdown until the next
 * code. Sending may require a proof of work.
 */
export function CodeField({ form, purpose, codeTo = '' }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [work, setWork] = useState('');
  const proof = useProof(setWork);
  const { ref } = form.form;
  const { seconds, update } = useWait(purpose, ref);
  const [sentTo, setSentTo] = useState('');

  const { run: send, isPending } = useAction(async () => {
    if (update() > 0) return;
    const recipientField = fieldOf(purpose);
    for (const field of [recipientField, 'code', 'pictureCode']) form.showError(field, '');
    const typed = typedIn(ref.current!, purpose);
    if (isBrokenEmail(typed)) return form.showError(recipientField, t('errors:field.email'));
    const to = typedRecipient(typed);
    try {
      const { resendAfter } = await proof.attempt((answer) =>
        purpose === 'confirm'
          ? api('POST /user/auth/user/info/send/verification/code', answer, { _No_dispose: true })
          : api(
              'POST /user/api/user/info/send/verification/code',
              { ...to, purpose, ...answer },
              { _No_dispose: true },
            ),
      );
      keepSentCode(purpose, recipientKey(typed), resendAfter);
      update();
      setSentTo(codeTo || ('email' in to ? maskEmail(to.email) : maskPhone(to.phone)));
      inputOf(ref.current!, 'code')?.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { fields, message } = error;
      setWork('');
      const problem = fields.phone || fields.email;
      const field = problem ? recipientField : fields.pictureCode && proof.hasField() ? 'pictureCode' : 'code';
      form.showError(field, problem || fields.pictureCode || message || t('account:login.unreachable'));
    }
  });

  return (
    <>
      <div>
        <FormField
          {...form.field('code')}
          id="code"
          large
          label={t('account:code.label')}
          icon="shield"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          placeholder={t('account:code.hint')}
          trailing={
            <button
              type="button"
              disabled={!hydrated}
              aria-disabled={isPending || seconds > 0}
              onClick={() => void send()}
              className="btn shrink-0 btn-ghost px-3 text-sm font-medium text-primary btn-sm aria-disabled:text-muted"
            >
              {seconds > 0 ? t('account:code.again', { seconds }) : t('account:code.send')}
            </button>
          }
        />
        <p role="status" className="mt-1.5 text-sm text-muted empty:mt-0">
          {work || (sentTo && t('account:code.sent', { to: sentTo }))}
        </p>
      </div>
      <ProofField form={form} proof={proof} />
    </>
  );
}

/** Countdown until another code can be sent to the current recipient of the form. */
function useWait(purpose: Purpose, ref: RefObject<HTMLFormElement | null>): { seconds: number; update: () => number } {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const form = ref.current!;
    const show = () => setSeconds(secondsLeft(purpose, form));
    // Restores the recipient after a reload: a code was sent to it.
    const input = inputOf(form, fieldOf(purpose));
    if (input) input.value ||= sentCode(purpose)?.to ?? '';
    show();
    const timer = setInterval(show, 1000);
    form.addEventListener('input', show);
    return () => {
      clearInterval(timer);
      form.removeEventListener('input', show);
    };
  }, [purpose, ref]);
  const update = () => {
    const left = secondsLeft(purpose, ref.current!);
    setSeconds(left);
    return left;
  };
  return { seconds, update };
}

function secondsLeft(purpose: Purpose, form: HTMLFormElement): number {
  const sent = sentCode(purpose);
  return sent && sent.to === recipientKey(typedIn(form, purpose)) ? sent.seconds : 0;
}

const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
const fieldOf = (purpose: Purpose) => (purpose === 'email' ? 'email' : 'phone');
const typedIn = (form: HTMLFormElement, purpose: Purpose) => inputOf(form, fieldOf(purpose))?.value ?? '';
