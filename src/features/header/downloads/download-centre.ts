import { notify } from '#src/client/notify.ts';
import { $known, followExports, READY, seeNews, STORED } from './export-news.ts';
import { ExportList } from './export-list.ts';

/** The download centre of the top bar (spec section 2), on the HTML that the server rendered. */
function start(panel: HTMLElement, button: HTMLButtonElement): void {
  const texts = panel.dataset as Record<string, string>;
  const dot = button.querySelector<HTMLElement>('[data-dot]')!;
  const scroller = panel.querySelector<HTMLElement>('[data-scroller]')!;
  const dialog = panel.querySelector('dialog')!;
  const said = panel.querySelector<HTMLElement>('[data-said]')!;
  const list = new ExportList(panel, (text) => (said.textContent = text));
  const isOpen = () => panel.matches(':popover-open');

  followExports(({ fileName, exportStatus }) => {
    const text = (exportStatus === READY ? texts.ready! : texts.failed!).replace('{name}', fileName);
    if (isOpen()) said.textContent = text;
    else notify(text, exportStatus === READY ? 'success' : 'error');
  });
  $known.subscribe(({ news }) => {
    if (isOpen() && news > 0) return seeNews();
    dot.hidden = news === 0;
    button.setAttribute('aria-label', news === 0 ? button.dataset.label! : button.dataset.labelNews!);
  });

  const show = () => {
    said.textContent = '';
    seeNews();
    void list.load();
  };
  // Another tab has begun or finished one, and may have been the first to see it.
  addEventListener('storage', ({ key }) => key === STORED && isOpen() && void list.load());
  panel.addEventListener('toggle', (event) => event.newState === 'open' && show());
  panel.addEventListener('click', (event) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-id]');
    if (target.closest('[data-download]')) void list.download(row!.dataset.id!);
    else if (target.closest('[data-again]')) void list.makeAgain(row!.dataset.id!);
    else if (target.closest('[data-delete]')) void list.delete(row!.dataset.id!);
    else if (target.closest('[data-retry]')) void list.retry();
    else if (target.closest('[data-clear]')) dialog.showModal();
  });
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'clear') void list.clear();
    dialog.returnValue = '';
  });
  list.moreOnScroll(scroller);
  // Who was faster than this script has opened it already.
  if (isOpen()) show();
}

const panel = document.getElementById('downloads');
const button = document.getElementById('downloads-button');
if (panel && button) start(panel, button as HTMLButtonElement);
