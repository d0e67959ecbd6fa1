import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { drawRow } from './export-row.ts';
import { $latest, expectExports, type ExportRecord, forgetExports, PAGE_SIZE } from './export-news.ts';

/** Spec section 9: the next page loads so long after the end of the list came into sight, milliseconds. */
const SCROLL_DELAY = 500;
/** Milliseconds between new words for "how long ago". */
const MINUTE = 60_000;

/** The list of exports in the download centre: loads it page by page, and acts on its rows. Runs in the browser. */
export class ExportList {
  readonly #panel: HTMLElement;
  readonly #say: (text: string) => void;
  /** Newest first. */
  #records: ExportRecord[] = [];
  #total = 0;
  #state: 'loading' | 'shown' | 'failed' = 'loading';
  /** Answers that come after a later question are thrown away. */
  #asked = 0;

  constructor(panel: HTMLElement, say: (text: string) => void) {
    this.#panel = panel;
    this.#say = say;
    $latest.listen((records) => {
      if (this.#state !== 'shown') return;
      this.#merge(records);
      this.#draw();
    });
    setInterval(() => this.#records.length > 0 && this.#draw(), MINUTE);
  }

  /** Loads the list anew; what is shown stays until the answer is there. */
  async load(): Promise<void> {
    await this.#page(1, true);
  }

  /** Tries again what failed: the first page, or the next one. */
  async retry(): Promise<void> {
    await this.#page(this.#nextPage(), false);
    this.#heading().focus();
  }

  /** Watches the end of the list. */
  moreOnScroll(scroller: HTMLElement): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = this.#part('loading');
    const watcher = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry!.isIntersecting || this.#state !== 'shown' || this.#records.length >= this.#total) return;
        timer = setTimeout(async () => {
          await this.#page(this.#nextPage(), false);
          // An end that is still in sight tells nothing by itself.
          watcher.unobserve(end);
          watcher.observe(end);
        }, SCROLL_DELAY);
      },
      { root: scroller },
    );
    watcher.observe(end);
  }

  /** Fetches the address of a file and goes there: the browser saves it. */
  async download(id: string): Promise<void> {
    await this.#try(async () => {
      const { url, fileName } = await api('GET /data/auth/export/record/get/file/download/url', { id }, quiet);
      const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
      link.click();
    });
  }

  /** One that failed; it comes to the top of the list, where the focus follows it. */
  async makeAgain(id: string): Promise<void> {
    await this.#try(async () => {
      const record = await api('POST /data/auth/export/record/remake', { id }, quiet);
      this.#merge([record]);
      this.#draw();
      this.#say(this.#panel.dataset.making!.replace('{name}', record.fileName));
      expectExports([record]);
      this.#part('list').querySelector<HTMLElement>(`[data-id="${id}"] [data-delete]`)?.focus();
    });
  }

  async delete(id: string): Promise<void> {
    await this.#try(async () => {
      await api('DELETE /data/auth/export/record/delete', { id }, quiet);
      forgetExports([id]);
      const at = this.#records.findIndex((record) => record.id === id);
      this.#records = this.#records.filter((record) => record.id !== id);
      this.#total -= 1;
      this.#draw();
      this.#say(this.#panel.dataset.deleted!);
      // The focus was on what is gone: on to the row that took its place.
      const row = this.#part('list').children[Math.min(at, this.#records.length - 1)];
      (row?.querySelector<HTMLElement>('[data-delete]') ?? this.#heading()).focus();
    });
  }

  async clear(): Promise<void> {
    await this.#try(async () => {
      await api('DELETE /data/auth/export/record/all/delete', {}, quiet);
      forgetExports('all');
      this.#records = [];
      this.#total = 0;
      this.#draw();
      this.#say(this.#panel.dataset.cleared!);
      this.#heading().focus();
    });
  }

  async #page(pageCurrent: number, anew: boolean): Promise<void> {
    const turn = ++this.#asked;
    if (this.#records.length === 0 || !anew) this.#state = 'loading';
    this.#draw();
    try {
      const page = await api('POST /data/auth/export/record/page', { pageCurrent, pageSize: PAGE_SIZE }, quiet);
      if (turn !== this.#asked) return;
      if (anew) this.#records = [];
      this.#merge(page.list);
      this.#total = page.totalCount;
      // The rest went meanwhile: there is nothing more to wait for.
      if (page.list.length === 0) this.#total = this.#records.length;
      this.#state = 'shown';
      expectExports(page.list);
    } catch (error) {
      if (turn !== this.#asked) return;
      this.#state = 'failed';
      this.#part('error-text').textContent = this.#reason(error);
    }
    this.#draw();
  }

  /** Rows shift when some are deleted, so the next page may repeat a few. */
  #nextPage = () => Math.floor(this.#records.length / PAGE_SIZE) + 1;

  #merge(records: readonly ExportRecord[]): void {
    const all = new Map([...this.#records, ...records].map((record) => [record.id, record]));
    this.#total += all.size - this.#records.length;
    this.#records = [...all.values()].sort(
      (a, b) => b.gmtCreate.localeCompare(a.gmtCreate) || b.id.localeCompare(a.id),
    );
  }

  #draw(): void {
    const list = this.#part('list');
    const rows = new Map([...list.children].map((row) => [(row as HTMLElement).dataset.id, row as HTMLElement]));
    const template = this.#panel.querySelector('template')!;
    const drawn = this.#records.map((record) => {
      const row = rows.get(record.id) ?? (template.content.firstElementChild!.cloneNode(true) as HTMLElement);
      drawRow(row, record, this.#panel.dataset);
      return row;
    });
    // Rows that stay are not taken out and put back: they would lose the focus.
    for (const [id, row] of rows) if (!this.#records.some((record) => record.id === id)) row.remove();
    drawn.forEach((row, at) => list.children[at] !== row && list.insertBefore(row, list.children[at] ?? null));
    const { length } = this.#records;
    const waits = this.#state === 'loading' || (this.#state === 'shown' && length < this.#total);
    this.#part('loading').hidden = !waits;
    this.#part('loading').classList.toggle('is-more', length > 0);
    this.#part('empty').hidden = this.#state !== 'shown' || length > 0;
    this.#part('error').hidden = this.#state !== 'failed';
    this.#part('clear').hidden = length === 0;
    this.#part('scroller').setAttribute('aria-busy', String(this.#state === 'loading'));
  }

  async #try(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#say(this.#reason(error));
      // Gone, or not what it looked like: the server knows.
      if (error instanceof ApiError && [404, 409].includes(error.code)) await this.load();
    }
  }

  #reason = (error: unknown) => (error instanceof ApiError && error.message) || this.#panel.dataset.wrong!;
  #part = (name: string) => this.#panel.querySelector<HTMLElement>(`[data-${name}]`)!;
  #heading = () => this.#panel.querySelector<HTMLElement>('h2')!;
}

/** Messages stand in the panel, which lies over the message bar. */
const quiet = { isShowErrTip: false };
