import { useEffect, useState } from 'react';
import { type FieldErrors, type Form, textOf } from '#src/client/use-form.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Translate } from '#src/i18n/format.ts';
import { useT } from '#src/i18n/island.tsx';
import { unmetRequirements, PASSWORD_RULES, type PasswordRule } from '#src/contract/rules/password.ts';
import { PasswordField } from './PasswordField.tsx';

/** Validates a new password and its repetition by the rules of the contract. Empty if valid. */
export function newPasswordErrors(t: Translate, rule: PasswordRule, values: FormData): FieldErrors {
  const password = textOf(values, 'password');
  if (unmetRequirements(rule, password).length > 0)
    return { password: t(rule === 'login' ? 'errors:field.loginPassword' : 'errors:field.newPassword') };
  if (textOf(values, 'oldPassword') === password) return { password: t('errors:field.samePassword') };
  if (textOf(values, 'repeatPassword') !== password) return { repeatPassword: t('errors:field.repeatPassword') };
  return {};
}

/** Fields `password` and `repeatPassword`, with the requirements of this rule, checked during input. */
export function NewPassword({ form, rule }: { form: Form; rule: PasswordRule }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  // Shown only after the field has lost the focus, and removed as soon as both match.
  const [left, setLeft] = useState(false);
  const { ref } = form.form;
  useEffect(() => {
    // Input from before hydration, or restored by the browser after a reload.
    const typed = new FormData(ref.current!);
    setPassword(textOf(typed, 'password'));
    setRepeat(textOf(typed, 'repeatPassword'));
  }, [ref]);

  const onInput = (input: HTMLInputElement) => {
    setPassword(input.value);
    if (input.value === repeat) form.showError('repeatPassword', '');
  };
  const { min, max, kinds } = PASSWORD_RULES[rule];
  const missing = password === '' ? ['length', ...kinds] : unmetRequirements(rule, password);
  const needs = [
    { need: 'length', text: t('account:password.need.length', { min, max }) },
    ...kinds.map((kind) => ({ need: kind, text: t(`account:password.need.${kind}`) })),
  ];
  const differs = left && repeat !== '' && repeat !== password;
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          form={form}
          name="password"
          label={t('account:password.new')}
          autoComplete="new-password"
          aria-describedby="password-needs"
          onInput={(event) => onInput(event.currentTarget)}
        />
        <ul
          id="password-needs"
          aria-label={t('account:password.needs')}
          className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted"
        >
          {needs.map(({ need, text }) => (
            <Need key={need} text={text} met={!missing.includes(need)} />
          ))}
        </ul>
      </div>
      <PasswordField
        form={form}
        name="repeatPassword"
        label={t('account:password.repeat')}
        autoComplete="new-password"
        problem={differs ? t('errors:field.repeatPassword') : undefined}
        onInput={(event) => {
          setRepeat(event.currentTarget.value);
          setLeft(false);
        }}
        onBlur={() => setLeft(true)}
      />
    </>
  );
}

function Need({ text, met }: { text: string; met: boolean }) {
  const t = useT();
  return (
    <li className={`flex items-center gap-1.5 ${met ? 'text-success' : ''}`}>
      {met ? (
        <Icon name="check-circle" className="size-4" />
      ) : (
        <span className="mx-1.25 size-1.5 rounded-full bg-current opacity-60" />
      )}
      {text}
      {met && <span className="sr-only">{t('account:password.met')}</span>}
    </li>
  );
}
