import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { findMatches } from './text-search.ts';
import type { PdfFile } from './pdf-file.ts';

/** Larger canvases fail on phones, pixels. */
const MAX_PIXELS = 16_000_000;

type Layers = { canvas: HTMLCanvasElement; text: HTMLElement };

/**
 * Draws a page and, above it, its text for selection and screen readers.
 * @param width available width in CSS pixels, for `zoom` "fit"
 * @returns the scale; null if another drawing has replaced this one
 */
export async function drawPage(
  file: PdfFile,
  number: number,
  { canvas, text }: Layers,
  { zoom, width, signal }: { zoom: number | 'fit'; width: number; signal: AbortSignal },
): Promise<number | null> {
  const page = await file.pdf.getPage(number);
  if (signal.aborted) return null;
  const scale = zoom === 'fit' ? Math.min(3, width / page.getViewport({ scale: 1 }).width) : zoom;
  const viewport = page.getViewport({ scale });
  const density = Math.min(devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  // Drawn beside the page and put into it at once, so that zooming does not flicker.
  const draft = new OffscreenCanvas(Math.floor(viewport.width * density), Math.floor(viewport.height * density));
  const drawing = page.render({
    canvas: null,
    canvasContext: draft.getContext('2d') as unknown as CanvasRenderingContext2D,
    viewport,
    transform: [density, 0, 0, density, 0, 0],
  });
  const stop = () => drawing.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await drawing.promise;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  canvas.width = draft.width;
  canvas.height = draft.height;
  canvas.style.width = `${viewport.width}px`;
  canvas.style.height = `${viewport.height}px`;
  canvas.getContext('2d')!.drawImage(draft, 0, 0);
  text.replaceChildren();
  text.style.setProperty('--total-scale-factor', String(scale));
  text.style.setProperty('--scale-round-x', '1px');
  text.style.setProperty('--scale-round-y', '1px');
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
  return signal.aborted ? null : scale;
}

const MARKS = { all: 'document-search', current: 'document-search-current' };

/**
 * Marks the matches of a search in the text of a page, without changing it, and scrolls to the current one. Browsers without
 * highlights of ranges only scroll.
 * @param current number of the current match on this page; null if it is on another page
 */
export function markMatches(text: HTMLElement, query: string, current: number | null): void {
  const nodes: { node: Node; start: number }[] = [];
  let length = 0;
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    nodes.push({ node: walker.currentNode, start: length });
    length += walker.currentNode.textContent!.length;
  }
  const at = (place: number) => {
    const { node, start } = nodes.findLast((each) => each.start <= place)!;
    return [node, place - start] as const;
  };
  const ranges = findMatches(text.textContent, query).map(([start, end]) => {
    const range = new Range();
    range.setStart(...at(start));
    const [node, offset] = at(end - 1);
    range.setEnd(node, offset + 1);
    return range;
  });
  if ('highlights' in CSS) {
    CSS.highlights.set(MARKS.all, new Highlight(...ranges));
    const shown = current === null ? undefined : ranges[current];
    CSS.highlights.set(MARKS.current, shown ? new Highlight(shown) : new Highlight());
  }
  const target = current === null ? null : ranges[current]?.startContainer.parentElement;
  target?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
