import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';

/** Where somebody wanted to go, for the case that the provider sends them back with nothing. */
export const TARGET_KEY = 'loginTarget';

type Provider = 'wecom' | 'dingtalk' | 'oidc';

/** Brings the buttons of the other ways to life: at the click the attempt begins, and the browser leaves for the provider. */
export function startLoginWays(): void {
  const section = document.querySelector<HTMLElement>('[data-login-ways]');
  if (!section) return;
  section.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('[data-way]');
    if (button && !section.dataset.busy) void leave(section, button);
  });
  // Brought back by the browser's own memory of the page, after "back": no button must stay busy.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted)
      for (const button of section.querySelectorAll<HTMLElement>('[data-way]')) setBusy(section, button, false);
  });
}

async function leave(section: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const alert = section.querySelector<HTMLElement>('[data-ways-alert]')!;
  alert.hidden = true;
  setBusy(section, button, true);
  const redirect = section.dataset.target!;
  const agreed = document.querySelector<HTMLInputElement>('[data-login] [name=agreed]')?.checked ?? false;
  try {
    const provider = button.dataset.way as Provider;
    const { url } = await api(
      'POST /user/api/user/info/login/begin',
      { provider, redirect, agreed },
      { _No_dispose: true },
    );
    sessionStorage.setItem(TARGET_KEY, redirect);
    location.assign(url);
  } catch (error) {
    setBusy(section, button, false);
    alert.textContent = (error instanceof ApiError && error.message) || section.dataset.fault!;
    alert.hidden = false;
  }
}

function setBusy(section: HTMLElement, button: HTMLElement, busy: boolean): void {
  if (busy) section.dataset.busy = 'true';
  else delete section.dataset.busy;
  button.setAttribute('aria-disabled', String(busy));
  button.querySelector<HTMLElement>('[data-way-busy]')!.hidden = !busy;
}
