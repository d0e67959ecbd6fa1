import { $toasts, dismiss, type Toast } from './notify.ts';

/** Draws the messages of the store into the layout's message bar. */
export function showToasts(): void {
  const bar = document.getElementById('toasts');
  const template = document.getElementById('toast') as HTMLTemplateElement | null;
  if (!bar || !template) return;
  const shown = new Map<number, HTMLElement>();

  $toasts.subscribe((toasts) => {
    for (const [id, element] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue;
      element.remove();
      shown.delete(id);
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue;
      const element = draw(template, toast, bar.dataset.fallback ?? '');
      shown.set(toast.id, element);
      bar.append(element);
    }
  });
}

function draw(template: HTMLTemplateElement, toast: Toast, fallback: string): HTMLElement {
  const element = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  element.querySelector('[data-text]')!.textContent = toast.text || fallback;
  for (const icon of element.querySelectorAll<HTMLElement>('[data-kind]')) {
    if (icon.dataset.kind !== toast.kind) icon.remove();
  }
  const link = element.querySelector<HTMLAnchorElement>('[data-action]')!;
  if (toast.action) {
    link.href = toast.action.href;
    link.textContent = toast.action.label;
  } else link.remove();
  element.querySelector('button')!.addEventListener('click', () => dismiss(toast.id));
  return element;
}
