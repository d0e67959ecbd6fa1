import { dateTimeText } from '#src/lib/dates.ts';
import { fileSizeText } from '#src/lib/file-size.ts';
import { relativeTime } from '#src/lib/relative-time.ts';
import { type ExportRecord, FAILED, READY } from './export-news.ts';

/**
 * Writes an export into its row: name, size, how long ago, state, a button to download it only when it is ready, one to make
 * it again when that failed.
 */
export function drawRow(row: HTMLElement, record: ExportRecord, { locale, zone, justNow }: DOMStringMap): void {
  const part = <E extends HTMLElement>(name: string) => row.querySelector<E>(`[data-${name}]`)!;
  const language = locale as 'zh' | 'en';
  row.dataset.id = record.id;
  write(part('name'), record.fileName);
  write(part('size'), record.fileSize === null ? '' : fileSizeText(record.fileSize));
  const time = part<HTMLTimeElement>('time');
  time.dateTime = record.gmtCreate;
  time.title = dateTimeText(record.gmtCreate, zone!, language);
  write(time, relativeTime(record.gmtCreate, Date.now(), language) ?? justNow!);
  for (const state of row.querySelectorAll<HTMLElement>('[data-status]'))
    state.hidden = state.dataset.status !== String(record.exportStatus);
  const [download, again] = [part('download'), part('again')];
  // The button appears where the focus may be waiting for it.
  download.hidden = record.exportStatus !== READY;
  again.hidden = record.exportStatus !== FAILED;
  for (const button of [download, again, part('delete')]) {
    const label = button.dataset.label!.replace('{name}', record.fileName);
    button.setAttribute('aria-label', label);
    button.title = label;
  }
}

/** Leaves what is right alone, so that nothing is read out again. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
