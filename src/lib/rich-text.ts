import sanitizeHtml, { type IOptions, type Tag } from 'sanitize-html';

/** Allowed tags and attributes (docs/content-packs.md); other tags are removed, their text is kept. */
const TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'ul', 'ol', 'li', 'div', 'span'],
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'code', 'kbd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption', 'img'],
];
/** Only images of the tenant: external ones would disclose readers to third parties. */
const PICTURE = /^\/media\/[0-9a-f-]{36}$/;
const SCROLLS = '<div class="table-scroll" role="group" tabindex="0">';

/** Elements and attributes of MathML that formulas are made of; none of them has an address. */
const MATH_TAGS = [
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'mstyle', 'mpadded'],
  ...['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'mphantom'],
  ...['mtable', 'mtr', 'mtd', 'menclose'],
];
const MATH_ATTRIBUTES = [
  ...['display', 'displaystyle', 'scriptlevel', 'mathvariant', 'form', 'fence', 'separator', 'stretchy', 'symmetric'],
  ...['largeop', 'movablelimits', 'accent', 'accentunder', 'lspace', 'rspace', 'minsize', 'maxsize', 'width', 'height'],
  ...['depth', 'voffset', 'linethickness', 'notation', 'columnalign', 'columnspan', 'rowspan'],
];

const OPTIONS: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    th: ['colspan', 'rowspan', 'scope', 'class'],
    td: ['colspan', 'rowspan', 'class'],
    ol: ['start'],
  },
  allowedClasses: { th: ['align-center', 'align-end'], td: ['align-center', 'align-end'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !PICTURE.test(attribs['src'] ?? ''),
  transformTags: {
    // The page has its own title.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: link,
    img: (tagName, { src = '', alt = '', width, height }) => ({
      tagName,
      attribs: {
        src,
        alt,
        ...(/^\d{1,4}$/.test(width ?? '') && /^\d{1,4}$/.test(height ?? '') ? { width: width!, height: height! } : {}),
        loading: 'lazy',
        decoding: 'async',
      },
    }),
    th: cell,
    td: cell,
  },
};

/**
 * Sanitises HTML to the tags and attributes listed above. The result contains no scripts, external resources or
 * unclosed tags. Idempotent.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}

/** For documents of the editor, which are written by members: formulas, mentions, languages of code. */
const DOCUMENT_OPTIONS: IOptions = {
  ...OPTIONS,
  allowedTags: [...TAGS, ...MATH_TAGS],
  allowedAttributes: {
    ...OPTIONS.allowedAttributes,
    ...Object.fromEntries(MATH_TAGS.map((tag) => [tag, MATH_ATTRIBUTES])),
  },
  allowedClasses: {
    ...(OPTIONS.allowedClasses as Record<string, string[]>),
    ...Object.fromEntries(MATH_TAGS.map((tag) => [tag, ['tml-*']])),
    a: ['mention'],
    code: ['language-*', 'formula-source'],
    div: ['formula'],
  },
  transformTags: { ...OPTIONS.transformTags, a: memberLink },
};

/** Sanitised HTML of a document of the editor for display: wide tables and formulas are scrollable, also by keyboard. */
export function displayDocumentHtml(html: string): string {
  return scrollable(sanitizeHtml(html, DOCUMENT_OPTIONS)).replaceAll(
    '<div class="formula">',
    '<div class="formula" role="group" tabindex="0">',
  );
}

/** For questions of a bank: formulas, pictures and sound of the tenant, no links, which would lead out of an exam. */
const QUESTION_OPTIONS: IOptions = {
  ...DOCUMENT_OPTIONS,
  allowedTags: [...TAGS.filter((tag) => tag !== 'a'), ...MATH_TAGS, 'audio'],
  allowedAttributes: { ...DOCUMENT_OPTIONS.allowedAttributes, audio: ['src', 'controls', 'preload', 'aria-label'] },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'audio') && !PICTURE.test(attribs['src'] ?? ''),
};

/**
 * Sanitised HTML of a question for display, like {@link displayDocumentHtml}. Pictures load at once, because the network may
 * be gone when they come into view.
 */
export function displayQuestionHtml(html: string): string {
  return scrollable(sanitizeHtml(html, QUESTION_OPTIONS))
    .replaceAll('<div class="formula">', '<div class="formula" role="group" tabindex="0">')
    .replaceAll(' loading="lazy"', '');
}

/** Sanitised HTML for display: wide tables are scrollable, also by keyboard. */
export function displayHtml(html: string): string {
  return scrollable(cleanHtml(html));
}

/** @param html sanitised: `<` always starts a tag */
function scrollable(html: string): string {
  return html.replaceAll('<table>', `${SCROLLS}<table>`).replaceAll('</table>', '</table></div>');
}

function link(tagName: string, { href = '', title }: Record<string, string>): Tag {
  const isOutside = /^https?:/i.test(href);
  const attribs: Record<string, string> = { href, ...(title ? { title } : {}) };
  return { tagName, attribs: isOutside ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs };
}

/** Search engines do not follow links that members write. */
function memberLink(tagName: string, attributes: Record<string, string>): Tag {
  const { attribs } = link(tagName, attributes);
  return {
    tagName,
    attribs: {
      ...attribs,
      ...(attributes['class'] ? { class: attributes['class'] } : {}),
      ...(attribs['rel'] ? { rel: `nofollow ugc ${attribs['rel']}` } : {}),
    },
  };
}

/** Inline styles are blocked by the content security policy; so column alignment is converted to a class. */
function cell(tagName: string, attribs: Record<string, string>): Tag {
  const aligned = /text-align:\s*(center|right|end)/.exec(attribs['style'] ?? '')?.[1] ?? attribs['align'];
  const name = aligned === 'center' ? 'align-center' : aligned ? 'align-end' : attribs['class'];
  return { tagName, attribs: { ...attribs, ...(name ? { class: name } : {}) } };
}
