import {
  type ElementKind,
  insidePage,
  type Layout,
  type LayoutElement,
  PAGE_MM,
  PLAIN,
} from '#src/contract/rules/certificate-layout.ts';
import type { Translate } from '#src/i18n/format.ts';

/** Size of a new element, millimetres, and what it has besides `PLAIN`. */
const NEW: Record<ElementKind, { width: number; height: number } & Partial<LayoutElement>> = {
  text: { width: 100, height: 12 },
  seal: { width: 36, height: 36, color: '#c03a2e' },
  signature: { width: 50, height: 20 },
  picture: { width: 50, height: 50 },
  qr: { width: 25, height: 25 },
  line: { width: 100, height: 2 },
  frame: { width: 100, height: 60 },
};

/** Adds an element of a kind in the middle of the page. @param text of a new text, in the languages that are offered */
export function withNew(layout: Layout, kind: ElementKind, text: { zh?: string; en?: string }): [Layout, string] {
  const page = PAGE_MM[layout.orientation];
  const id = newId(layout);
  const { width, height, ...more } = NEW[kind];
  const place = { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height };
  const words = kind === 'text' ? text : {};
  const element = insidePage({ ...PLAIN, ...more, ...words, id, kind, ...place }, layout.orientation);
  return [{ ...layout, elements: [...layout.elements, element] }, id];
}

/** Adds a copy of an element a little below it. */
export function withCopy(layout: Layout, of: string): [Layout, string] {
  const id = newId(layout);
  const at = layout.elements.findIndex((element) => element.id === of);
  const found = layout.elements[at]!;
  const copy = insidePage({ ...found, id, x: found.x + 5, y: found.y + 5 }, layout.orientation);
  return [{ ...layout, elements: layout.elements.toSpliced(at + 1, 0, copy) }, id];
}

export const withElement = (layout: Layout, element: LayoutElement): Layout => ({
  ...layout,
  elements: layout.elements.map((each) => (each.id === element.id ? element : each)),
});

export const without = (layout: Layout, id: string): Layout => ({
  ...layout,
  elements: layout.elements.filter((element) => element.id !== id),
});

/** Moves an element one place in the order in which elements cover each other. @param by 1: in front of the next one, -1: behind it */
export function moved(layout: Layout, id: string, by: 1 | -1): Layout {
  const at = layout.elements.findIndex((element) => element.id === id);
  const to = at + by;
  if (to < 0 || to >= layout.elements.length) return layout;
  return { ...layout, elements: layout.elements.toSpliced(at, 1).toSpliced(to, 0, layout.elements[at]!) };
}

/** Turns the page; what would be outside of it then is moved into it. */
export const turned = (layout: Layout, orientation: Layout['orientation']): Layout => ({
  ...layout,
  orientation,
  elements: layout.elements.map((element) => insidePage(element, orientation)),
});

/** What an element is called: its kind, and the beginning of its text. */
export function titleOf({ kind, zh, en }: LayoutElement, lang: 'zh' | 'en', t: Translate): string {
  const name = t(`record:template.kind.${kind}`);
  const text = (lang === 'zh' ? zh || en : en || zh).trim().slice(0, 40);
  return kind === 'text' && text ? t('record:template.titled', { kind: name, text }) : name;
}

/** Where an element is, for a comparison. */
export const placeOf = ({ x, y, width, height, size, kind }: LayoutElement): string =>
  `${x}, ${y}; ${width} × ${height}${kind === 'text' ? `; ${size} pt` : ''}`;

/** An id that is not used in a layout. */
function newId({ elements }: Layout): string {
  const used = new Set(elements.map(({ id }) => id));
  for (let n = elements.length + 1; ; n++) if (!used.has(`e${n}`)) return `e${n}`;
}
