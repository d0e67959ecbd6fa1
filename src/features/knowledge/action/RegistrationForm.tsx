import { useForm } from '#src/client/use-form.ts';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  /** The registration was rejected: a reason is required. */
  again: boolean;
  /** Error if the reason is missing. */
  required: string;
  /** Without it there is no note field. */
  label?: string;
  /** Text of the button, unless it registers. */
  action?: string;
  /** @throws ApiError */
  send: (note: string | undefined) => Promise<void>;
};

/** Registration for a course or project, or request for a seat; after a rejection with a reason. */
export function RegistrationForm({ again, required, label, action, send }: Props) {
  const t = useT();
  const noteOf = (values: FormData) => String(values.get('note') ?? '').trim();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values): Record<string, string> => (again && !noteOf(values) ? { note: required } : {}),
    send: (values) => send(noteOf(values) || undefined),
  });
  const { name, error: fieldError } = form.field('note');
  const error = fieldError ?? form.alert;
  return (
    <form {...form.form} className="flex flex-col gap-3">
      {label && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor="register-note" className="text-sm font-medium">
            {label}
          </label>
          <textarea
            id="register-note"
            name={name}
            rows={2}
            maxLength={500}
            aria-invalid={fieldError ? true : undefined}
            aria-describedby="register-note-error"
            className="textarea w-full"
          />
        </div>
      )}
      <p id="register-note-error" role="alert" hidden={!error} className="text-sm text-error">
        {error}
      </p>
      {/* A submit before hydration is replayed afterwards (touch-directive.ts). */}
      <SubmitButton {...form.submit} disabled={false} className="btn-block">
        {action ?? t(again ? 'course:registerAgain' : 'course:register')}
      </SubmitButton>
    </form>
  );
}
