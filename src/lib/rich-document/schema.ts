import { type Extensions, getSchema, InputRule, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Schema } from '@tiptap/pm/model';
import { StarterKit } from '@tiptap/starter-kit';
import { isLinkAddress, isPictureAddress } from './addresses.ts';

/*
 * The schema of documents, used by the editor and by the server (docs/decisions/038). Everything here works without a
 * DOM. A new node or attribute also needs an entry in attribute-rules.ts.
 */

/** Heading levels; the page has its own title. */
export const HEADING_LEVELS = [2, 3, 4] as const;

const required = (parseHTML: (element: HTMLElement) => string | null) => ({ isRequired: true, parseHTML });

const DocumentLink = Link.extend({
  addAttributes: () => ({ href: { isRequired: true } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (isLinkAddress(element.getAttribute('href')) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
}).configure({ openOnClick: false, defaultProtocol: 'https', isAllowedUri: (address) => isLinkAddress(address) });

const script = (name: 'subscript' | 'superscript', tag: 'sub' | 'sup', shortcut: string) =>
  Mark.create({
    name,
    excludes: name === 'subscript' ? 'superscript subscript' : 'subscript superscript',
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { [shortcut]: () => this.editor.commands.toggleMark(name) };
    },
  });

/** A picture of the tenant as a block. Width and height in pixels keep its place while it loads. */
const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => {
    const size = (name: 'width' | 'height') => ({
      default: null,
      parseHTML: (element: HTMLElement) => {
        const value = Number(element.getAttribute(name));
        return Number.isInteger(value) && value > 0 && value < 10_000 ? value : null;
      },
    });
    return {
      src: required((element) => element.getAttribute('src')),
      alt: { default: '' },
      width: size('width'),
      height: size('height'),
    };
  },
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (isPictureAddress(element.getAttribute('src')) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

/** A mention of a colleague. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    userId: {
      ...required((element) => element.getAttribute('data-user-id')),
      renderHTML: ({ userId }) => ({ 'data-user-id': userId as string }),
    },
    label: { ...required((element) => (element.textContent ?? '').replace(/^@/, '')), rendered: false },
  }),
  parseHTML: () => [{ tag: 'span[data-user-id]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'mention' }),
    `@${node.attrs['label'] as string}`,
  ],
  renderText: ({ node }) => `@${node.attrs['label'] as string}`,
});

const formula = (name: 'inlineMath' | 'blockMath', tag: 'span' | 'div', delimiter: string) =>
  Node.create({
    name,
    group: name === 'inlineMath' ? 'inline' : 'block',
    inline: name === 'inlineMath',
    atom: true,
    addAttributes: () => ({
      latex: {
        ...required((element) => element.getAttribute('data-latex')),
        renderHTML: ({ latex }) => ({ 'data-latex': latex as string }),
      },
    }),
    parseHTML: () => [{ tag: `${tag}[data-latex]` }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes],
    renderText: ({ node }) => `${delimiter}${node.attrs['latex'] as string}${delimiter}`,
  });
/** Formulas in LaTeX. `$$x^2$$` while typing makes an inline one. */
export const InlineFormula = formula('inlineMath', 'span', '$$').extend({
  addInputRules() {
    return [
      new InputRule({
        find: /\$\$([^$\n]{1,200})\$\$$/,
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ latex: match[1] }));
        },
      }),
    ];
  },
});
export const BlockFormula = formula('blockMath', 'div', '$$');

const ALIGN_CLASS = { center: 'align-center', right: 'align-end' } as const;
/** Alignment is a class: the content security policy blocks `style`. */
const align = {
  default: null,
  // The class is ours, the attribute that of pasted HTML.
  parseHTML: (element: HTMLElement) => {
    const names = [...element.classList, element.getAttribute('align') ?? ''];
    if (names.includes('align-center') || names.includes('center')) return 'center';
    return names.some((name) => ['align-end', 'right', 'end'].includes(name)) ? 'right' : null;
  },
  renderHTML: ({ align }: Record<string, unknown>) =>
    align === 'center' || align === 'right' ? { class: ALIGN_CLASS[align] } : {},
};
// prosemirror-tables reads `colwidth`; columns have no widths here.
const colwidth = { default: null, parseHTML: () => null, rendered: false };
const Cell = TableCell.extend({
  addAttributes() {
    return { ...this.parent?.(), align, colwidth };
  },
});
const HeaderCell = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), align, colwidth };
  },
});
// Without the `style` and `colgroup` of the original.
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
}).configure({ View: null });

/**
 * Extensions of TipTap that make up the schema.
 * @param variants nodes with the behaviour of the editor (views, suggestions); their schema is the same
 */
export function documentExtensions(
  variants: { mention: Node; inlineFormula: Node; blockFormula: Node } = {
    mention: Mention,
    inlineFormula: InlineFormula,
    blockFormula: BlockFormula,
  },
): Extensions {
  return [
    StarterKit.configure({ heading: { levels: [...HEADING_LEVELS] }, link: false, underline: false }),
    DocumentLink,
    script('subscript', 'sub', 'Mod-,'),
    script('superscript', 'sup', 'Mod-.'),
    Picture,
    PlainTable,
    TableRow,
    HeaderCell,
    Cell,
    variants.mention,
    variants.inlineFormula,
    variants.blockFormula,
  ];
}

/** The schema on the server. */
export const documentSchema: Schema = getSchema(documentExtensions());

// What Markdown can say: the cells of its tables have one line.
const MarkdownCell = Cell.extend({ content: '(paragraph | image)+' });
const MarkdownHeaderCell = HeaderCell.extend({ content: '(paragraph | image)+' });

/** Extensions of TipTap for texts that are stored as Markdown (docs/decisions/107). */
export const markdownExtensions = (): Extensions => [
  StarterKit.configure({ heading: { levels: [...HEADING_LEVELS] }, link: false, underline: false }),
  ...[DocumentLink, Picture, PlainTable, TableRow, MarkdownHeaderCell, MarkdownCell],
];
