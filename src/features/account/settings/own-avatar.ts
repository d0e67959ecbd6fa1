/** Shows the person's own picture wherever this page shows it, the header included; null: the drawing they had before. */
export function showOwnAvatar(url: string | null): void {
  const drawing = document.querySelector<HTMLTemplateElement>('[data-default-avatar]')!.content.firstElementChild!;
  for (const old of document.querySelectorAll<HTMLElement>('[data-own-avatar]')) {
    const fresh = url ? document.createElement('img') : (drawing.cloneNode(true) as SVGElement);
    const name = old.getAttribute('alt') ?? old.getAttribute('aria-label') ?? '';
    if (fresh instanceof HTMLImageElement) {
      fresh.className = 'rounded-full bg-base-300 object-cover';
      fresh.src = url!;
      fresh.alt = name;
    } else if (name) {
      fresh.setAttribute('role', 'img');
      fresh.setAttribute('aria-label', name);
      fresh.removeAttribute('aria-hidden');
    }
    for (const size of [...old.classList].filter((each) => /^(size|shrink)-/.test(each))) fresh.classList.add(size);
    fresh.dataset.ownAvatar = '';
    old.replaceWith(fresh);
  }
}
