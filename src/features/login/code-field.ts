import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { showFieldError } from '#src/client/form-errors.ts';
import { maskPhone, plainNumber } from '#src/lib/phone.ts';
import type { PictureField } from './picture-field.ts';

type Options = {
  /** `confirm` goes to the viewer's own phone: the form has none. */
  purpose: 'login' | 'reset' | 'phone' | 'confirm';
  picture: PictureField;
};
/** To which phone the last code went, and until when there is no other (ms of this machine's clock). */
type Sent = { phone: string; until: number };
/** Of the own phone the server knows the number; here it is just the viewer's. */
const OWN = '';

export type CodeField = {
  send(): Promise<void>;
  /** A code was sent before the page was loaded, not long ago. */
  readonly waiting: boolean;
};

/**
 * Brings the "send code" button of a form to life (CodeField.astro). The seconds until another one can be sent outlive a
 * reload of this tab; a slip of this machine's clock only shows a wrong number, because the server counts for itself.
 */
export function startCodeField(form: HTMLFormElement, { purpose, picture }: Options): CodeField {
  const key = `code:${purpose}`;
  const button = form.querySelector<HTMLButtonElement>('[data-send-code]')!;
  const status = form.querySelector<HTMLElement>('[data-code-sent]')!;
  const code = form.elements.namedItem('code') as HTMLInputElement;
  const phone = form.elements.namedItem('phone') as HTMLInputElement | null;
  const words = button.textContent;
  let sent = remembered(key);
  let busy = false;
  // After a reload the number is back in its field: the code is on its way, and somebody wants to type it in.
  const waiting = sent !== null && sent.until > Date.now();
  if (sent && waiting && phone && !phone.value) phone.value = sent.phone;

  const number = () => (purpose === 'confirm' ? OWN : plainNumber(phone!.value));
  const secondsLeft = () => (sent && sent.phone === number() ? Math.ceil((sent.until - Date.now()) / 1000) : 0);
  const show = () => {
    const seconds = secondsLeft();
    button.textContent = seconds > 0 ? button.dataset.again!.replace('#', String(seconds)) : words;
    button.setAttribute('aria-disabled', String(busy || seconds > 0));
  };

  async function send(): Promise<void> {
    if (busy || secondsLeft() > 0) return;
    busy = true;
    show();
    for (const field of ['phone', 'code', 'pictureCode']) showFieldError(form, field, '');
    const to = number();
    try {
      const { resendAfter } =
        purpose === 'confirm'
          ? await api('POST /user/auth/user/info/send/verification/code', picture.answer(), { _No_dispose: true })
          : await api(
              'POST /user/api/user/info/send/verification/code',
              { phone: to, purpose, ...picture.answer() },
              { _No_dispose: true },
            );
      sent = { phone: to, until: Date.now() + resendAfter * 1000 };
      sessionStorage.setItem(key, JSON.stringify(sent));
      status.textContent = button.dataset.sent!.replace('#', maskPhone(to));
      picture.hide();
      code.focus();
    } catch (error) {
      refused(error instanceof ApiError ? error : new ApiError(0, ''));
    } finally {
      busy = false;
      show();
    }
  }

  function refused({ fields, message }: ApiError): void {
    if (fields.phone) {
      showFieldError(form, 'phone', fields.phone);
      phone?.focus();
    } else if (fields.pictureCode) picture.ask(fields.pictureCode);
    else showFieldError(form, 'code', message || form.dataset.fault!);
  }

  button.addEventListener('click', () => void send());
  form.addEventListener('input', show);
  setInterval(show, 1000);
  show();
  return { send, waiting };
}

function remembered(key: string): Sent | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Sent | null;
  } catch {
    return null;
  }
}
