/**
 * The menus of the top bar: `<details data-menu>` with a `<summary>` and links, which work by themselves. This adds the
 * usual behaviour of menus: only one open, hover, arrow keys, Escape, and closing when the focus leaves.
 */

/** Milliseconds that the pointer may leave an open menu, so that moving diagonally does not close it. */
const LEAVE = 300;

const all = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu]');

/** Called once by the frame's script. */
export function startMenus(): void {
  document.addEventListener('click', ({ target }) => closeMenus((target as Element).closest('details[data-menu]')));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeMenus(null));
  for (const menu of all()) {
    menu.addEventListener('keydown', (event) => onKey(menu, event));
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      // Without a target, the window lost the focus or the click was outside, which is handled separately.
      if (relatedTarget && !menu.contains(relatedTarget as Node)) close(menu);
    });
    if (matchMedia('(hover: hover)').matches) openOnHover(menu);
  }
}

/** Opens menus on hover if the device supports it; click and keyboard always work. */
function openOnHover(menu: HTMLDetailsElement): void {
  let leaving: ReturnType<typeof setTimeout>;
  menu.addEventListener('pointerenter', ({ pointerType }) => {
    clearTimeout(leaving);
    if (pointerType !== 'mouse') return;
    closeMenus(menu);
    if (!menu.open) menu.dataset.hovered = '';
    menu.open = true;
  });
  menu.addEventListener('pointerleave', () => {
    leaving = setTimeout(() => {
      if (!menu.contains(document.activeElement) || 'hovered' in menu.dataset) close(menu);
    }, LEAVE);
  });
  // A click on a menu that was just opened by hover keeps it open.
  menu.querySelector('summary')!.addEventListener('click', (event) => {
    if (!('hovered' in menu.dataset)) return;
    delete menu.dataset.hovered;
    event.preventDefault();
  });
}

function onKey(menu: HTMLDetailsElement, event: KeyboardEvent): void {
  const summary = menu.querySelector('summary')!;
  if (event.key === 'Escape' && menu.open) {
    close(menu);
    summary.focus();
    return;
  }
  const isIn = document.activeElement !== summary;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined && !(isIn && ['Home', 'End'].includes(event.key))) return;
  event.preventDefault();
  menu.open = true;
  // Opened by keyboard: a pointer at rest does not close it.
  delete menu.dataset.hovered;
  const entries = [...menu.querySelectorAll<HTMLElement>('a, button')].filter((entry) => entry.checkVisibility());
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = { Home: 0, End: -1 }[event.key] ?? (isIn ? (at + step!) % entries.length : step === 1 ? 0 : -1);
  entries.at(next)?.focus();
}

function closeMenus(except: Element | null): void {
  for (const menu of all()) if (menu !== except) close(menu);
}

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
  delete menu.dataset.hovered;
}
