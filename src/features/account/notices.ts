import { api } from '#src/client/api.ts';
import { leaveSoon } from '#src/client/leave-soon.ts';
import { notify } from '#src/client/notify.ts';
import { refreshUnread } from '#src/client/session-sync.ts';

/** The tools for several notices at once (spec section 5). Runs in the browser, on the list that the server rendered. */
function start(list: HTMLElement): void {
  const tools = list.querySelector<HTMLElement>('[data-tools]')!;
  const all = tools.querySelector<HTMLInputElement>('[data-all]')!;
  const dialog = list.querySelector('dialog')!;
  const boxes = [...list.querySelectorAll<HTMLInputElement>('[data-id]')];
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.dataset.id!);

  for (const element of [tools, ...boxes]) element.hidden = false;
  all.addEventListener('change', () => boxes.forEach((box) => (box.checked = all.checked)));
  list.addEventListener('change', () => {
    all.checked = chosen().length === boxes.length;
    all.indeterminate = !all.checked && chosen().length > 0;
  });

  async function run(act: (ids: string[]) => Promise<unknown>, said: string): Promise<void> {
    const buttons = [...tools.querySelectorAll('button')];
    buttons.forEach((button) => (button.disabled = true));
    try {
      await act(chosen());
      notify(said, 'success');
      void refreshUnread();
      // Long enough to read the message; the server knows best what is on the list now.
      leaveSoon(600);
    } catch {
      // `api` has shown the message already.
      buttons.forEach((button) => (button.disabled = false));
    }
  }

  tools.addEventListener('click', (event) => {
    const what = (event.target as HTMLElement).closest<HTMLElement>('[data-do]')?.dataset.do;
    if (!what) return;
    if (chosen().length === 0) notify(list.dataset.pleaseSelect, 'error');
    else if (what === 'delete') dialog.showModal();
    else void run((ids) => api('PUT /user/auth/announcement/user/record/batch/read', ids), list.dataset.markedRead!);
  });
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== 'delete') return;
    dialog.returnValue = '';
    void run((ids) => api('DELETE /user/auth/announcement/user/record/batch/delete', ids), list.dataset.deleted!);
  });
}

const list = document.getElementById('notices');
if (list) start(list);
