import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { keepSession } from '#src/client/session.ts';
import { askConsent } from './consent-dialog.ts';

/** Signs in with the code in the fragment, which is taken out of the address at once. */
export function startHandoff(): void {
  const root = document.querySelector<HTMLElement>('[data-handoff]');
  if (!root) return;
  const code = new URLSearchParams(location.hash.slice(1)).get('handoff');
  // Neither in the history nor in a bookmark.
  history.replaceState(history.state, '', location.pathname + location.search);
  const again = root.querySelector<HTMLButtonElement>('[data-again]')!;
  again.addEventListener('click', () => void signIn(root, code!));
  if (code) void signIn(root, code);
  else show(root, root.dataset.over!);
}

async function signIn(root: HTMLElement, code: string, agreed?: boolean): Promise<void> {
  show(root, null);
  try {
    keepSession(await api('POST /user/api/user/info/login/handoff', { code, agreed }, { _No_dispose: true }));
    location.replace(root.dataset.home!);
  } catch (error) {
    const { fields, message } = error instanceof ApiError ? error : new ApiError(0, '');
    if (fields.agreed && !agreed) {
      if (await askConsent()) return signIn(root, code, true);
      show(root, fields.agreed, true);
    } else {
      // Unreachable: the code has not been used, so it is worth another try.
      show(root, message || root.dataset.fault!, !message);
    }
  }
}

/** Says what went wrong, and what can be done; `null`: busy. */
function show(root: HTMLElement, problem: string | null, mayTryAgain = false): void {
  const message = root.querySelector<HTMLElement>('[data-message]')!;
  if (problem) message.textContent = problem;
  root.querySelector<HTMLElement>('[data-busy]')!.hidden = problem !== null;
  for (const part of root.querySelectorAll<HTMLElement>('[data-failed]')) part.hidden = problem === null;
  root.querySelector<HTMLElement>('[data-again]')!.hidden = !mayTryAgain;
  root.querySelector<HTMLElement>('[data-login]')!.hidden = mayTryAgain;
}
