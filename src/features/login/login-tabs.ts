export type Way = 'password' | 'code';

/** The tabs of the login form: which of its ways is shown. */
export type Ways = { chosen(): Way; choose(way: Way): void };

/**
 * Tabs as people know them: a click or the arrow keys choose, Home and End lead to the ends, and only the chosen one is in
 * the order of Tab. What stands in the fields of the other way stays there.
 * @param onChange another way was chosen
 */
export function startWays(form: HTMLFormElement, onChange: () => void): Ways {
  const tabs = [...form.querySelectorAll<HTMLButtonElement>('[data-tab]')];
  const panel = form.querySelector('[role=tabpanel]')!;
  const chosen = () => tabs.find((tab) => tab.ariaSelected === 'true')!.dataset.tab as Way;

  const choose = (way: Way) => {
    if (way === chosen()) return;
    for (const tab of tabs) {
      const on = tab.dataset.tab === way;
      tab.ariaSelected = String(on);
      tab.tabIndex = on ? 0 : -1;
      if (on) panel.setAttribute('aria-labelledby', tab.id);
    }
    for (const part of form.querySelectorAll<HTMLElement>('[data-way]')) part.hidden = part.dataset.way !== way;
    onChange();
  };

  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab.dataset.tab as Way));
    tab.addEventListener('keydown', (event) => {
      const steps: Record<string, number> = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: tabs.length - 1 };
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = tabs.at(step % tabs.length)!;
      choose(next.dataset.tab as Way);
      next.focus();
    });
  }
  return { chosen, choose };
}
