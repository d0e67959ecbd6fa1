import { api } from '#src/client/api.ts';
import {
  clearErrors,
  forgetErrorsOnInput,
  inputOf,
  namesMissing,
  setBusy,
  showAlert,
  showRefusal,
  startReveal,
  takesOver,
} from '#src/client/form.ts';
import { notify } from '#src/client/notify.ts';
import { patiently } from '#src/client/patiently.ts';
import { keepSession } from '#src/client/session.ts';
import { leaveSoon } from '#src/client/leave-soon.ts';
import { startCodeField } from '#src/features/login/code-field.ts';
import { startPictureField } from '#src/features/login/picture-field.ts';
import { startNewPassword } from '#src/features/login/password/new-password.ts';

/** Long enough to read the message, ms. */
const READ = 900;
type Session = Parameters<typeof keepSession>[0];

/** Brings the form for one's own password to life (PasswordForm.astro). */
export function startPasswordForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-secure=password]');
  if (!form) return;
  const chosen = startNewPassword(form);
  const old = form.elements.namedItem('oldPassword') as HTMLInputElement | null;
  if (!old) startCode(form, 'confirm');
  start(form, {
    isWrong: () => chosen.isWrong(),
    save: () =>
      api(
        'PUT /user/auth/user/info/update/password',
        { ...chosen.input, ...(old ? { oldPassword: old.value } : { code: inputOf(form, 'code').value }) },
        { _No_dispose: true },
      ),
  });
}

/** Brings the form for one's own phone to life (PhoneForm.astro). */
export function startPhoneForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-secure=phone]');
  if (!form) return;
  startCode(form, 'phone');
  const password = form.elements.namedItem('password') as HTMLInputElement | null;
  start(form, {
    isWrong: () => false,
    save: () =>
      api(
        'PUT /user/auth/user/info/update/phone',
        {
          phone: inputOf(form, 'phone').value,
          code: inputOf(form, 'code').value,
          ...(password ? { password: password.value } : {}),
        },
        { _No_dispose: true },
      ),
  });
}

function startCode(form: HTMLFormElement, purpose: 'confirm' | 'phone'): void {
  const picture = startPictureField(form);
  const code = startCodeField(form, { purpose, picture });
  // In the picture's field Enter means: send the code now.
  inputOf(form, 'pictureCode').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void code.send();
  });
}

type Form = { isWrong: () => boolean; save: () => Promise<Session> };

function start(form: HTMLFormElement, { isWrong, save }: Form): void {
  startReveal(form);
  forgetErrorsOnInput(form);
  form.querySelector<HTMLInputElement>('input')!.focus();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  takesOver(form);

  async function submit(): Promise<void> {
    if (form.dataset.busy) return;
    clearErrors(form);
    if (namesMissing(form) || isWrong()) return;
    setBusy(form, true);
    try {
      // The session that asked has ended with all others: this browser goes on with the new one.
      keepSession(await patiently(save, () => showAlert(form, form.dataset.wait!)));
      notify(form.dataset.saved, 'success');
      // Stays busy until the panel shows how it is now.
      leaveSoon(READ, () => location.replace(form.dataset.here!));
    } catch (error) {
      setBusy(form, false);
      clearErrors(form);
      showRefusal(form, error);
    }
  }
}
