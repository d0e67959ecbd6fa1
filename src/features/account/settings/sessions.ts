import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { signOut } from '#src/client/session.ts';

/** Ends sessions from the list that the server rendered. */
function start(list: HTMLElement): void {
  const others = list.querySelector<HTMLButtonElement>('[data-end-others]')!;
  const rows = () => [...list.querySelectorAll<HTMLElement>('[data-session]')];
  const confirmed = (which: string, act: () => void) => {
    const dialog = list.querySelector<HTMLDialogElement>(`[data-confirm=${which}]`)!;
    dialog.returnValue = '';
    dialog.onclose = () => dialog.returnValue === 'yes' && act();
    dialog.showModal();
  };

  /** @param gone rows that are no more once the call has gone through */
  async function end(button: HTMLButtonElement, act: () => Promise<unknown>, gone: HTMLElement[], said: string) {
    button.disabled = true;
    try {
      await act();
      for (const row of gone) row.remove();
      notify(said, 'success');
      others.hidden = rows().length < 2;
      // What had the focus is gone.
      list.querySelector<HTMLElement>('[data-end]')?.focus();
    } catch {
      // The message bar has said why.
    } finally {
      button.disabled = false;
    }
  }

  list.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('[data-end]');
    const row = button?.closest<HTMLElement>('[data-session]');
    if (!button || !row) return;
    const id = row.dataset.session!;
    if ('current' in row.dataset) confirmed('current', () => void signOut());
    else void end(button, () => api('DELETE /user/auth/user/info/session/end', { id }), [row], list.dataset.ended!);
  });
  others.addEventListener('click', () =>
    confirmed('others', () => {
      const gone = rows().filter((row) => !('current' in row.dataset));
      const act = () => api('DELETE /user/auth/user/info/session/end/others');
      void end(others, act, gone, list.dataset.endedOthers!);
    }),
  );
  for (const button of list.querySelectorAll('button')) button.disabled = false;
}

const list = document.getElementById('sessions');
if (list) start(list);
