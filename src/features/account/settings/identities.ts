import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';

type Provider = 'wecom' | 'dingtalk' | 'oidc';

/** Links a way to sign in (the browser leaves for the provider) and unlinks one, after asking. */
function start(panel: HTMLElement): void {
  const dialog = panel.querySelector('dialog')!;
  const alert = panel.querySelector<HTMLElement>('[data-identity-alert]')!;
  let chosen: Provider | undefined;

  async function run(act: () => Promise<void>): Promise<void> {
    if (panel.dataset.busy) return;
    panel.dataset.busy = 'true';
    alert.hidden = true;
    try {
      // Stays busy until the next page is there.
      await act();
    } catch (error) {
      delete panel.dataset.busy;
      alert.textContent = (error instanceof ApiError && error.message) || panel.dataset.fault!;
      alert.hidden = false;
      alert.focus();
    }
  }

  panel.addEventListener('click', ({ target }) => {
    const { link, unlink, name } =
      (target as Element).closest<HTMLElement>('[data-link], [data-unlink]')?.dataset ?? {};
    if (link)
      void run(async () => {
        const provider = link as Provider;
        const { url } = await api('POST /user/auth/user/info/identity/begin', { provider }, { isShowErrTip: false });
        location.assign(url);
      });
    if (!unlink) return;
    chosen = unlink as Provider;
    dialog.querySelector('[data-dialog-name]')!.textContent = name!;
    dialog.showModal();
  });
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== 'unlink') return;
    dialog.returnValue = '';
    void run(async () => {
      await api('DELETE /user/auth/user/info/identity/unlink', { provider: chosen! }, { isShowErrTip: false });
      location.reload();
    });
  });
  // Brought back by the browser's own memory of the page.
  addEventListener('pageshow', ({ persisted }) => persisted && delete panel.dataset.busy);
}

const panel = document.querySelector<HTMLElement>('[data-identities]');
if (panel) start(panel);
