import { useEffect } from 'react';
import { invalidate, useCall } from '#src/client/query.ts';
import type { Form } from '#src/client/use-form.ts';
import { textOf } from '#src/client/use-form.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

const NAME = 'leavesExam';
const OPEN = 'GET /exam/auth/user/exam/attempt/open';

/** For the call of a form with {@link LeavesExam}. */
export const leavesExam = (values: FormData) => (textOf(values, NAME) === 'on' ? { leavesExam: true } : {});

/**
 * While an attempt of the user is open: says what saving means for it, because the other sessions end, and asks for consent. The server asks for
 * it only if another session is in use. It also does so when an attempt has begun since the form was shown: the field is there for its error.
 */
export function LeavesExam({ form }: { form: Form }) {
  const t = useT();
  const attempt = useCall(OPEN, {}).data?.attempt;
  const { error } = form.field(NAME);
  const isNews = error !== undefined && !attempt;
  useEffect(() => {
    if (isNews) invalidate(OPEN);
  }, [isNews]);
  return (
    <div className="alert items-start alert-soft alert-warning" hidden={!attempt && !error}>
      <Icon name="clock" className="mt-0.5 size-5" />
      <div className="flex flex-col gap-2">
        {attempt && <p>{t('account:security.examOpen', { title: attempt.title })}</p>}
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            name={NAME}
            // Consent is given anew after a reload.
            autoComplete="off"
            className="checkbox mt-0.5 checkbox-sm rounded-sm"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${NAME}-error` : undefined}
          />
          {t('account:security.leavesExam')}
        </label>
        {error && <FieldError id={`${NAME}-error`} text={error} />}
      </div>
    </div>
  );
}
