import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { forgetRecent, keepRecent, readRecent } from './recent.ts';
import { hitPath, searchPath } from './search-path.ts';

type Suggestion = Data<'POST /system/api/search/suggest'>[number];

/** Milliseconds without a key before it is asked. */
const DEBOUNCE = 150;

/** Suggestions while typing, in a search box: a combobox with a list, as the ARIA practices have it. */
export function start(box: HTMLElement): void {
  const input = box.querySelector<HTMLInputElement>('[name=keyword]')!;
  const list = box.querySelector<HTMLElement>('[role=listbox]')!;
  const recent = box.querySelector<HTMLElement>('[data-recent-list]')!;
  const { locale, calls } = box.dataset as { locale: Locale; calls: 'api' | 'auth' };
  const kinds = JSON.parse(box.dataset.kinds!) as Record<string, string>;
  const type = Number(box.querySelector<HTMLInputElement>('[name=type]')!.value);
  let asking = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let composing = false;

  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');

  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const active = () => list.querySelector<HTMLElement>('[aria-selected=true]');

  function choose(option: HTMLElement | null): void {
    active()?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function close(): void {
    choose(null);
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute('aria-expanded', 'false');
  }

  function show(suggestions: Suggestion[]): void {
    close();
    list.append(...suggestions.map((suggestion, i) => option(suggestion, `${list.id}-${i}`)));
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(suggestions.length > 0));
  }

  function option(suggestion: Suggestion, id: string): HTMLElement {
    const line = document.createElement('a');
    line.id = id;
    line.href = href(locale, hitPath(suggestion));
    line.setAttribute('role', 'option');
    line.setAttribute('aria-selected', 'false');
    // Reached by the arrows; the focus stays where one types.
    line.tabIndex = -1;
    line.className = 'search-option';
    const title = document.createElement('span');
    title.className = 'min-w-0 grow truncate';
    for (const { text, hit } of suggestion.title) {
      const part = hit ? document.createElement('mark') : document.createTextNode(text);
      if (hit) part.textContent = text;
      title.append(part);
    }
    const kind = document.createElement('span');
    kind.className = 'shrink-0 text-xs text-muted';
    kind.textContent = kinds[suggestion.subjectType] ?? '';
    line.append(title, kind);
    return line;
  }

  async function ask(): Promise<void> {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const keyword = input.value.trim();
    showRecent();
    if (!keyword) return close();
    try {
      const suggestions = await api(
        calls === 'auth' ? 'POST /system/auth/search/suggest' : 'POST /system/api/search/suggest',
        { keyword, type },
        { signal, _No_dispose: true },
      );
      if (!signal.aborted) show(suggestions);
    } catch {
      // A list that is not there is no reason to stop anybody from searching.
      if (!signal.aborted) close();
    }
  }

  function showRecent(): void {
    const words = input.value.trim() ? [] : readRecent();
    recent.hidden = words.length === 0;
    if (words.length === 0) return recent.replaceChildren();
    const head = document.createElement('p');
    head.className = 'flex items-center justify-between px-3 text-xs text-muted';
    const clear = document.createElement('button');
    clear.type = 'button';
    clear.className = 'btn btn-ghost btn-xs';
    clear.textContent = box.dataset.clear!;
    clear.addEventListener('click', () => {
      forgetRecent();
      showRecent();
      input.focus();
    });
    head.append(box.dataset.recent!, clear);
    const links = words.map((keyword) => {
      const link = document.createElement('a');
      link.className = 'search-option';
      link.href = href(locale, searchPath({ keyword, type }));
      link.textContent = keyword;
      return link;
    });
    recent.replaceChildren(head, ...links);
  }

  // Chinese is composed from letters: those are not what is searched for.
  input.addEventListener('compositionstart', () => (composing = true));
  input.addEventListener('compositionend', () => {
    composing = false;
    later();
  });
  input.addEventListener('input', () => !composing && later());
  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), DEBOUNCE);
  }

  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const all = options();
    const at = all.indexOf(active()!);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (all.length === 0) return;
      event.preventDefault();
      // Past either end one is back in the field itself.
      const next = event.key === 'ArrowDown' ? at + 1 : at < 0 ? all.length - 1 : at - 1;
      choose(all[next] ?? null);
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault();
      all[at]!.click();
    } else if (event.key === 'Escape' && !list.hidden) {
      // The first Escape closes the list, the second one the box.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  list.addEventListener('pointermove', ({ target }) =>
    choose((target as Element).closest<HTMLElement>('[role=option]')),
  );
  box.querySelector('form')!.addEventListener('submit', () => {
    clearTimeout(timer);
    asking.abort();
    if (input.value.trim()) keepRecent(input.value.trim());
  });
  box.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed') close();
    else void ask();
  });
  void ask();
}
