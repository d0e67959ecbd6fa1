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

/** Sanitised HTML for display: wide tables are scrollable, also by keyboard. */
export function shownHtml(html: string): string {
  // In sanitised output, `<` always starts a tag.
  return cleanHtml(html).replaceAll('<table>', `${SCROLLS}<table>`).replaceAll('</table>', '</table></div>');
}

/** Whether a text is HTML and not Markdown: it begins with a tag. */
export function isHtml(text: string): boolean {
  return /^\s*<(?:[a-z][a-z0-9]*[\s/>]|!--)/i.test(text);
}

function link(tagName: string, { href = '', title }: Record<string, string>): Tag {
  const isOutside = /^https?:/i.test(href);
  const attribs: Record<string, string> = { href, ...(title ? { title } : {}) };
  return { tagName, attribs: isOutside ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs };
}

/** Inline styles are blocked by the content security policy; column alignment is converted to a class. */
function cell(tagName: string, attribs: Record<string, string>): Tag {
  const aligned = /text-align:\s*(center|right|end)/.exec(attribs['style'] ?? '')?.[1] ?? attribs['align'];
  const name = aligned === 'center' ? 'align-center' : aligned ? 'align-end' : attribs['class'];
  return { tagName, attribs: { ...attribs, ...(name ? { class: name } : {}) } };
}
