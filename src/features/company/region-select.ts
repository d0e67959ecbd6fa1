import { api } from '#src/client/api.ts';

export type RegionSelect = {
  /** The chosen region of the lowest level, or '' when something is still to be chosen. */
  value(): string;
  /** The codes chosen so far, from the province on. */
  path(): string[];
  /** Chooses what `path` said before. */
  restore(path: string[]): Promise<void>;
  /** Shows what is wrong at the first select that has nothing chosen; '': nothing is. */
  showError(text: string): void;
  focus(): void;
};

/**
 * Brings the three selects of `RegionSelect.astro` to life. Plain selects: they work by keyboard, with a screen reader and
 * with a telephone's own chooser.
 */
export function startRegionSelect(root: HTMLElement, onChange: () => void): RegionSelect {
  const selects = [...root.querySelectorAll('select')];
  const { choose, above, none, loading } = root.dataset as Record<string, string>;
  let asked = 0;

  const empty = (select: HTMLSelectElement, text: string) => {
    select.replaceChildren(new Option(text, ''));
    select.disabled = true;
  };
  const chosen = (select: HTMLSelectElement | undefined) => select?.selectedOptions[0];
  const unfinished = () => selects.find((select) => !select.disabled && select.value === '');

  async function fill(level: number): Promise<void> {
    const mine = ++asked;
    const parent = chosen(selects[level - 1]);
    const more = parent?.value && 'more' in parent.dataset;
    for (const select of selects.slice(level)) empty(select, parent?.value && !more ? none! : above!);
    const select = selects[level];
    if (!select || !more) return;
    empty(select, loading!);
    select.setAttribute('aria-busy', 'true');
    try {
      const list = await api('POST /system/api/region/list', { parentCode: parent.value });
      // Another parent was chosen meanwhile.
      if (mine !== asked) return;
      select.replaceChildren(
        new Option(choose, ''),
        ...list.map(({ code, name, hasChildren }) => {
          const option = new Option(name, code);
          if (hasChildren) option.dataset.more = '';
          return option;
        }),
      );
      select.disabled = false;
    } catch {
      // The message bar says why; choosing the parent again tries again.
      if (mine !== asked) return;
      empty(select, above!);
      selects[level - 1]!.value = '';
    } finally {
      select.removeAttribute('aria-busy');
    }
  }

  for (const [level, select] of selects.entries()) {
    select.addEventListener('change', () => {
      result.showError('');
      void fill(level + 1).then(onChange);
    });
  }

  const result: RegionSelect = {
    value: () => (unfinished() ? '' : (selects.findLast((select) => select.value !== '')?.value ?? '')),
    path: () => selects.map((select) => select.value).filter(Boolean),
    async restore(path) {
      for (const [level, code] of path.entries()) {
        const select = selects[level];
        if (!select || ![...select.options].some((option) => option.value === code)) return;
        select.value = code;
        await fill(level + 1);
      }
    },
    showError(text) {
      const place = document.getElementById('regionCode-error')!;
      place.textContent = text;
      place.hidden = !text;
      for (const select of selects) select.removeAttribute('aria-invalid');
      if (text) (unfinished() ?? selects[0])!.setAttribute('aria-invalid', 'true');
    },
    focus: () => (unfinished() ?? selects[0])!.focus(),
  };
  return result;
}
