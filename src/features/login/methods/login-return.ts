import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { showFieldError } from '#src/client/form-errors.ts';
import { keepSession } from '#src/client/session.ts';
import type { Data } from '#src/contract/calls.ts';
import { safePath } from '#src/lib/safe-path.ts';
import { TARGET_KEY } from './login-ways.ts';

type Entered = Data<'POST /user/api/user/info/login/oidc'>;

/** Back from a provider: takes code and state out of the address, makes the call, and goes on. */
export function startLoginReturn(): void {
  const panel = document.querySelector<HTMLElement>('[data-login-return]');
  if (!panel) return;
  const query = new URLSearchParams(location.search);
  // Neither stays in the history, nor in an address that somebody copies.
  history.replaceState(null, '', location.pathname);
  const error = query.get('error');
  const said = error === 'access_denied' ? panel.dataset.denied! : panel.dataset.failed!;
  // After the form's own script, which puts the cursor into it.
  if (error) return void setTimeout(() => fail(panel, said));
  void go(panel, () => exchange(panel.dataset.loginReturn!, query));
}

function exchange(provider: string, query: URLSearchParams): Promise<Entered> {
  const code = query.get('authCode') ?? query.get('code') ?? '';
  const input = { code, state: query.get('state') ?? '' };
  if (provider !== 'oidc') return api('POST /user/api/user/info/login/ewx', input, { _No_dispose: true });
  const iss = query.get('iss');
  return api('POST /user/api/user/info/login/oidc', { ...input, ...(iss && { iss }) }, { _No_dispose: true });
}

async function go(panel: HTMLElement, call: () => Promise<Entered>): Promise<void> {
  show(panel, 'busy');
  try {
    next(panel, await call());
  } catch (error) {
    fail(panel, (error instanceof ApiError && error.message) || panel.dataset.fault!);
  }
}

function next(panel: HTMLElement, entered: Entered): void {
  const { step, token, enterpriseId = null, redirect, bind } = entered;
  if (step === 'signedIn') keepSession({ token: token!, enterpriseId });
  // The login page does not stay in the history: "back" must not lead to it.
  if (step === 'signedIn' || step === 'linked') return location.replace(redirect ?? panel.dataset.home!);
  if (step === 'bind') askForPhone(panel, entered);
  else askToAgree(panel, bind!);
}

/** The form below signs in with the phone; its script sends `data-bind` along. */
function askForPhone(panel: HTMLElement, { bind, redirect, displayName }: Entered): void {
  show(panel, 'bind');
  panel.querySelector('[data-who]')!.textContent = displayName;
  const form = openForm(redirect);
  if (form) form.dataset.bind = bind!;
  document.querySelector<HTMLElement>('[data-login-ways]')?.remove();
}

function askToAgree(panel: HTMLElement, bind: string): void {
  show(panel, 'agree');
  const form = panel.querySelector<HTMLFormElement>('[data-return-agree]')!;
  const accepted = form.elements.namedItem('accepted') as HTMLInputElement;
  accepted.focus();
  accepted.addEventListener('change', () => showFieldError(form, 'accepted', ''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (accepted.checked)
      return void go(panel, () =>
        api('POST /user/api/user/info/login/continue', { bind, agreed: true }, { _No_dispose: true }),
      );
    showFieldError(form, 'accepted', document.getElementById('accepted-error')!.dataset.required!);
    accepted.focus();
  });
}

/** Says what went wrong, and lets people begin again. */
function fail(panel: HTMLElement, text: string): void {
  show(panel, 'error');
  const alert = panel.querySelector<HTMLElement>('[data-return-error]')!;
  alert.querySelector('[data-text]')!.textContent = text;
  openForm(sessionStorage.getItem(TARGET_KEY));
  alert.focus();
}

function show(panel: HTMLElement, part: 'busy' | 'error' | 'bind' | 'agree'): void {
  for (const name of ['busy', 'error', 'bind', 'agree'])
    panel.querySelector<HTMLElement>(`[data-return-${name}]`)!.hidden = name !== part;
}

/** Shows the form, which leads on to where somebody wanted to go. */
function openForm(redirect: string | null): HTMLFormElement | null {
  const place = document.querySelector<HTMLElement>('[data-sign-in]');
  if (!place) return null;
  place.hidden = false;
  const target = safePath(redirect, '');
  if (target) for (const part of place.querySelectorAll<HTMLElement>('[data-target]')) part.dataset.target = target;
  const form = place.querySelector<HTMLFormElement>('[data-login]');
  if (form && matchMedia('(pointer: fine)').matches) (form.elements.namedItem('phone') as HTMLInputElement).focus();
  return form;
}
