import { notify } from '#src/client/notify.ts';

/** Modules of quiet ground around the code (ISO/IEC 18004). */
const QUIET = 4;
const SVG = 'http://www.w3.org/2000/svg';

/** The popover with the page's address: copy, the device's own sharing, and a code to scan. */
export function startShare(): void {
  const box = document.getElementById('share');
  if (!box) return;
  const { link = '', title = '', copied } = box.dataset;

  box.addEventListener('toggle', async (event) => {
    const place = box.querySelector<HTMLElement>('[data-qr]')!;
    if (event.newState !== 'open' || place.firstChild) return;
    place.replaceChildren(await drawCode(link));
  });
  box.querySelector('[data-copy]')!.addEventListener('click', async () => {
    await copy(box, link);
    notify(copied, 'success');
  });
  const native = box.querySelector<HTMLButtonElement>('[data-native]')!;
  native.hidden = !('share' in navigator);
  native.addEventListener('click', () => {
    // Rejected when the person thinks better of it.
    navigator.share({ title, url: link }).catch(() => undefined);
  });
}

/** The clipboard is there on https and localhost only; intranets on plain http have the old way. */
async function copy(box: HTMLElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    box.querySelector<HTMLInputElement>('input')!.select();
    document.execCommand('copy');
  }
}

async function drawCode(text: string): Promise<SVGSVGElement> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('class', 'size-full');
  const path = document.createElementNS(SVG, 'path');
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  path.setAttribute('d', dark.join(''));
  svg.append(path);
  return svg;
}
