import { Fragment, type Ref } from 'react';
import type { Form } from '#src/client/use-form.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { Agreement } from './agreed-versions.ts';

type Props = {
  form: Form;
  name: string;
  /** Which texts are to be accepted, in this order. */
  codes: Agreement['code'][];
  ref?: Ref<HTMLInputElement>;
};

/** "I have read and accept …": a checkbox with links to the texts. Never checked by default. */
export function AgreeField({ form, name, codes, ref }: Props) {
  const t = useT();
  const locale = useLocale();
  const { error } = form.field(name);
  const errorId = `${name}-error`;
  return (
    <div>
      <label className="flex items-start gap-2 text-sm text-muted">
        <input
          ref={ref}
          type="checkbox"
          name={name}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="checkbox mt-px rounded-sm checkbox-sm aria-invalid:border-error"
        />
        <span>
          {t('account:login.agree')}
          {codes.map((code, position) => (
            <Fragment key={code}>
              {position > 0 && t('account:login.and')}
              <a
                href={href(locale, code === 'agreement' ? '/agreement' : '/agreement?code=privacy')}
                target="_blank"
                className="text-primary underline underline-offset-4"
              >
                {t(code === 'agreement' ? 'account:login.agreement' : 'account:login.privacy')}
              </a>
            </Fragment>
          ))}
        </span>
      </label>
      {error && <FieldError id={errorId} text={error} className="mt-1.5" />}
    </div>
  );
}
