/* What stands where on a certificate that is made of a template. The server checks and prints it, the browser edits and shows it. */

/** A4 in both orientations, millimetres. */
export const PAGE_MM = { landscape: { width: 297, height: 210 }, portrait: { width: 210, height: 297 } } as const;
export type Orientation = keyof typeof PAGE_MM;

/** What texts may contain in braces: parts of a certificate. */
export const PLACEHOLDERS = [
  ...(['name', 'title', 'number', 'issuedOn', 'validUntil', 'issuer', 'enterprise', 'hours', 'credits'] as const),
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export const ELEMENT_KINDS = ['text', 'seal', 'signature', 'picture', 'qr', 'line', 'frame'] as const;
export type ElementKind = (typeof ELEMENT_KINDS)[number];
/** Kinds that show a picture; a seal without one is drawn. */
export const PICTURE_KINDS: readonly ElementKind[] = ['seal', 'signature', 'picture'];
export const ALIGNS = ['left', 'center', 'right'] as const;

/** Lengths in millimetres, sizes of letters in points, files in bytes. */
export const LAYOUT_LIMITS = {
  elements: 40,
  text: 300,
  name: 80,
  leastSide: 1,
  leastCode: 12,
  letters: { least: 5, most: 100 },
  thickness: { least: 0.1, most: 10 },
  templates: 200,
  versions: 50,
  /** Pictures of all templates of an enterprise. */
  pictureBytes: 100 * 1024 * 1024,
  /** Longest side of a picture as it is kept, pixels: a page at 200 dots per inch, and parts of it that can be transparent. */
  opaquePixels: 2339,
  transparentPixels: 1000,
} as const;

/** One thing on the page. Which of the properties below `height` count depends on its kind. */
export type LayoutElement = {
  /** Unique in its layout. */
  id: string;
  kind: ElementKind;
  /** Upper left corner and size, millimetres. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Texts with placeholders; in a language in which it is empty nothing is shown. */
  zh: string;
  en: string;
  /** Points. */
  size: number;
  bold: boolean;
  align: (typeof ALIGNS)[number];
  /** `#rrggbb`, of texts, codes, lines, frames and the drawn seal. */
  color: string;
  /** Of lines and frames, millimetres. */
  thickness: number;
  fileId: string | null;
};

export type Layout = { orientation: Orientation; backgroundFileId: string | null; elements: LayoutElement[] };

/** An element as a new one of its kind begins, without its place. */
export const PLAIN: Omit<LayoutElement, 'id' | 'kind' | 'x' | 'y' | 'width' | 'height'> = {
  ...{ zh: '', en: '', size: 14, bold: false, align: 'center', color: '#2a2620', thickness: 0.4, fileId: null },
};

/** Ids of the pictures of a layout, each once. */
export const picturesOf = ({ backgroundFileId, elements }: Layout): string[] => [
  ...new Set([backgroundFileId, ...elements.map(({ fileId }) => fileId)].filter((id) => id !== null)),
];

/** What is wrong with a layout: paths of fields with keys of `errors.json`. */
export function layoutProblems({ orientation, elements }: Layout): { path: (string | number)[]; key: string }[] {
  const page = PAGE_MM[orientation];
  const seen = new Set<string>();
  return elements.flatMap((element, n) => {
    const { id, kind, x, y, width, height } = element;
    const problems: [keyof LayoutElement, string][] = [];
    if (seen.has(id)) problems.push(['id', 'field.invalid']);
    seen.add(id);
    // Tenths of a hundredth: sums of decimals are not exact.
    if (x + width > page.width + 0.001) problems.push([x > page.width ? 'x' : 'width', 'field.outsidePage']);
    if (y + height > page.height + 0.001) problems.push([y > page.height ? 'y' : 'height', 'field.outsidePage']);
    if (kind === 'qr' && Math.min(width, height) < LAYOUT_LIMITS.leastCode)
      problems.push([width < height ? 'width' : 'height', 'field.codeTooSmall']);
    if (kind === 'text')
      for (const lang of ['zh', 'en'] as const)
        if (unknownPlaceholders(element[lang]).length > 0) problems.push([lang, 'field.certificatePlaceholder']);
    return problems.map(([field, key]) => ({ path: ['elements', n, field], key }));
  });
}

/** Placeholders of a text that there are not. */
const unknownPlaceholders = (text: string): string[] =>
  Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name]) => name!).filter(
    (name) => !(PLACEHOLDERS as readonly string[]).includes(name),
  );

/** What a published layout lacks: pictures that were not chosen. */
export const missingPictures = ({ elements }: Layout): (string | number)[][] =>
  elements.flatMap(({ kind, fileId }, n) =>
    (kind === 'signature' || kind === 'picture') && fileId === null ? [['elements', n, 'fileId']] : [],
  );

/** Puts values in the places of placeholders. */
export const fillText = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(/\{([^{}]*)\}/g, (all, name: string) => values[name as Placeholder] ?? all);

/** Keeps an element inside the page, as large as it is if that is possible. */
export function insidePage<E extends Pick<LayoutElement, 'x' | 'y' | 'width' | 'height'>>(
  element: E,
  orientation: Orientation,
): E {
  const page = PAGE_MM[orientation];
  const width = clamp(round(element.width), LAYOUT_LIMITS.leastSide, page.width);
  const height = clamp(round(element.height), LAYOUT_LIMITS.leastSide, page.height);
  const x = clamp(round(element.x), 0, round(page.width - width));
  const y = clamp(round(element.y), 0, round(page.height - height));
  return { ...element, x, y, width, height };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
/** To a hundredth of a millimetre, which is less than a printer prints. */
const round = (value: number) => Math.round(value * 100) / 100;
