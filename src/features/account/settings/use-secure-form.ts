import { useEffect } from 'react';
import { notify } from '#src/client/notify.ts';
import { retryOnBusy } from '#src/client/retry-on-busy.ts';
import { keepSession } from '#src/client/session.ts';
import { type FieldErrors, type Form, useForm } from '#src/client/use-form.ts';
import { useT } from '#src/i18n/island.tsx';

type Options = {
  validate: (values: FormData) => FieldErrors;
  /** Makes the call. All sessions end, including this one: the browser continues with the session of the response. */
  save: (values: FormData) => Promise<Parameters<typeof keepSession>[0]>;
  /** Message after saving. */
  saved: string;
  onSaved: () => void;
  draft?: string;
};

/** A form for credentials. It was opened deliberately, so its first field is focused. */
export function useSecureForm({ validate, save, saved, onSaved, draft }: Options): Form {
  const t = useT();
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate,
    draft,
    send: async (values) => {
      keepSession(
        await retryOnBusy(
          () => save(values),
          () => form.showAlert(t('account:login.wait')),
        ),
      );
      notify(saved, 'success');
      onSaved();
    },
  });
  const { ref } = form.form;
  useEffect(() => {
    const inputs = [...ref.current!.elements].filter((element) => element instanceof HTMLInputElement);
    // Not if the user is already typing, possibly since before hydration.
    if (!inputs.some((input) => input === document.activeElement)) inputs[0]?.focus();
  }, [ref]);
  return form;
}
