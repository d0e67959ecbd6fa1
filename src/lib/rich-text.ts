import sanitizeHtml, { type IOptions, type Tag } from 'sanitize-html';

/** What a text of an enterprise may hold (docs/content-packs.md); everything else goes, its words stay. */
const TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'ul', 'ol', 'li', 'div', 'span'],
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'code', 'kbd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption', 'img'],
];
/** Pictures are files of the tenant: others would tell strangers who reads. */
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
 * Safe HTML: the tags and attributes of the list above, written anew. Nothing in it runs, loads from elsewhere, or
 * leaves the text. Applied twice it changes nothing.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}

/** Safe HTML as pages show it: wide tables scroll by themselves, also by keyboard. */
export function shownHtml(html: string): string {
  // Written anew, a `<` is always a tag.
  return cleanHtml(html).replaceAll('<table>', `${SCROLLS}<table>`).replaceAll('</table>', '</table></div>');
}

/** Whether a text is HTML, as editors write it, and not Markdown: it begins with a tag. */
export function isHtml(text: string): boolean {
  return /^\s*<(?:[a-z][a-z0-9]*[\s/>]|!--)/i.test(text);
}

function link(tagName: string, { href = '', title }: Record<string, string>): Tag {
  const isOutside = /^https?:/i.test(href);
  const attribs: Record<string, string> = { href, ...(title ? { title } : {}) };
  return { tagName, attribs: isOutside ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs };
}

/** Inline styles are blocked by the content security policy; how a column is aligned becomes a class. */
function cell(tagName: string, attribs: Record<string, string>): Tag {
  const aligned = /text-align:\s*(center|right|end)/.exec(attribs['style'] ?? '')?.[1] ?? attribs['align'];
  const name = aligned === 'center' ? 'align-center' : aligned ? 'align-end' : attribs['class'];
  return { tagName, attribs: { ...attribs, ...(name ? { class: name } : {}) } };
}
