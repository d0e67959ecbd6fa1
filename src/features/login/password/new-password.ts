import { inputOf } from '#src/client/form.ts';
import { showFieldError } from '#src/client/form-errors.ts';
import { lacks, type PasswordRule, type Requirement } from '#src/lib/password-rules.ts';

/** The two fields of a new password (NewPassword.astro). */
export type NewPassword = {
  /** Says what is wrong with them, as the server would, and leads there. */
  isWrong(): boolean;
  readonly input: { password: string; repeatPassword: string };
};

/** Shows while somebody types what their password still needs. */
export function startNewPassword(form: HTMLFormElement): NewPassword {
  const needs = form.querySelector<HTMLElement>('[data-needs]')!;
  const rule = needs.dataset.needs as PasswordRule;
  const password = inputOf(form, 'password');
  const repeat = inputOf(form, 'repeatPassword');
  password.setAttribute('aria-describedby', 'password-error password-needs');

  const show = () => {
    const missing = lacks(rule, password.value);
    for (const line of needs.querySelectorAll<HTMLElement>('[data-need]')) {
      const met = password.value !== '' && !missing.includes(line.dataset.need as Requirement);
      line.toggleAttribute('data-met', met);
      line.querySelector<HTMLElement>('[data-met-text]')!.hidden = !met;
    }
  };
  password.addEventListener('input', show);
  // Told only once somebody is done with the field, and taken back as soon as it fits.
  repeat.addEventListener('change', () => {
    if (repeat.value && repeat.value !== password.value) wrong(repeat, needs.dataset.differs!, false);
  });
  password.addEventListener('input', () => {
    if (repeat.value === password.value) showFieldError(form, 'repeatPassword', '');
  });
  // The browser may have kept what was typed before a reload.
  show();

  const wrong = (input: HTMLInputElement, text: string, lead = true) => {
    showFieldError(form, input.name, text);
    if (lead) input.focus();
    return true;
  };
  return {
    isWrong() {
      const old = form.elements.namedItem('oldPassword') as HTMLInputElement | null;
      if (lacks(rule, password.value).length > 0) return wrong(password, needs.dataset.problem!);
      if (old?.value === password.value) return wrong(password, needs.dataset.same!);
      return repeat.value !== password.value && wrong(repeat, needs.dataset.differs!);
    },
    get input() {
      return { password: password.value, repeatPassword: repeat.value };
    },
  };
}
