import type { Editor } from '@tiptap/react';
import type { IconName } from '#src/components/icons.ts';

/** What needs more than the editor: a dialog, or a file. */
export type ToolActions = { link: () => void; picture: () => void; formula: () => void };

/** A button of the toolbar; its text is `editor:tool.{name}`. */
export type Tool = {
  name: string;
  icon: IconName;
  /** As in `aria-keyshortcuts`; `Control` is Command on a Mac. */
  keys?: string;
  run: (editor: Editor, actions: ToolActions) => void;
  /** Whether the cursor is in something of this kind. Without it, the button is no toggle. */
  isActive?: (editor: Editor) => boolean;
  isEnabled?: (editor: Editor) => boolean;
};

const mark = (name: string, icon: IconName, keys: string): Tool => ({
  ...{ name, icon, keys },
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isActive: (editor) => editor.isActive(name),
  isEnabled: (editor) => editor.can().toggleMark(name),
});
const heading = (level: 2 | 3 | 4): Tool => ({
  ...{ name: `heading${level}`, icon: `heading-${level}`, keys: `Control+Alt+${level}` },
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isActive: (editor) => editor.isActive('heading', { level }),
});

/** Tools of the toolbar, in groups. */
export const TOOLS: Tool[][] = [
  [
    {
      ...{ name: 'undo', icon: 'undo', keys: 'Control+Z' },
      run: (editor) => editor.chain().focus().undo().run(),
      isEnabled: (editor) => editor.can().undo(),
    },
    {
      ...{ name: 'redo', icon: 'redo', keys: 'Control+Shift+Z' },
      run: (editor) => editor.chain().focus().redo().run(),
      isEnabled: (editor) => editor.can().redo(),
    },
  ],
  [
    mark('bold', 'bold', 'Control+B'),
    mark('italic', 'italic', 'Control+I'),
    mark('strike', 'strike', 'Control+Shift+S'),
  ],
  [heading(2), heading(3), heading(4)],
  [
    {
      ...{ name: 'bulletList', icon: 'list', keys: 'Control+Shift+8' },
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isActive: (editor) => editor.isActive('bulletList'),
    },
    {
      ...{ name: 'orderedList', icon: 'list-ordered', keys: 'Control+Shift+7' },
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isActive: (editor) => editor.isActive('orderedList'),
    },
    {
      ...{ name: 'blockquote', icon: 'quote', keys: 'Control+Shift+B' },
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      isActive: (editor) => editor.isActive('blockquote'),
    },
  ],
  [
    {
      ...{ name: 'link', icon: 'link', keys: 'Control+K' },
      run: (_editor, { link }) => link(),
      isActive: (editor) => editor.isActive('link'),
    },
    { ...{ name: 'picture', icon: 'image' }, run: (_editor, { picture }) => picture() },
    {
      ...{ name: 'mention', icon: 'mention' },
      // A space before it, so that it is no part of an e-mail address.
      run: (editor) => {
        const { $from } = editor.state.selection;
        const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, ' ', ' ');
        editor
          .chain()
          .focus()
          .insertContent(/\w/.test(before) ? ' @' : '@')
          .run();
      },
    },
    {
      ...{ name: 'table', icon: 'table' },
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      isEnabled: (editor) => !editor.isActive('table'),
    },
    {
      ...{ name: 'formula', icon: 'formula', keys: 'Control+Shift+E' },
      run: (_editor, { formula }) => formula(),
      isActive: (editor) => editor.isActive('inlineMath') || editor.isActive('blockMath'),
    },
  ],
  [
    mark('code', 'code', 'Control+E'),
    {
      ...{ name: 'codeBlock', icon: 'code-block', keys: 'Control+Alt+C' },
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
      isActive: (editor) => editor.isActive('codeBlock'),
    },
    mark('subscript', 'subscript', 'Control+,'),
    mark('superscript', 'superscript', 'Control+.'),
    {
      ...{ name: 'rule', icon: 'minus' },
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
];

/** Tools for the table that the cursor is in, as `editor:table.{name}`. */
export const TABLE_TOOLS: { name: string; run: (editor: Editor) => void; isActive?: (editor: Editor) => boolean }[] = [
  { name: 'rowBefore', run: (editor) => editor.chain().focus().addRowBefore().run() },
  { name: 'rowAfter', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { name: 'deleteRow', run: (editor) => editor.chain().focus().deleteRow().run() },
  { name: 'columnBefore', run: (editor) => editor.chain().focus().addColumnBefore().run() },
  { name: 'columnAfter', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { name: 'deleteColumn', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { name: 'header', run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  ...([null, 'center', 'right'] as const).map((align) => ({
    name: `align-${align ?? 'start'}`,
    run: (editor: Editor) => editor.chain().focus().setCellAttribute('align', align).run(),
    isActive: (editor: Editor) => editor.isActive('tableCell', { align }) || editor.isActive('tableHeader', { align }),
  })),
  { name: 'deleteTable', run: (editor) => editor.chain().focus().deleteTable().run() },
];

const NOT_IN_MARKDOWN = new Set(['mention', 'formula', 'subscript', 'superscript']);
/** Tools for texts that are stored as Markdown; the first row of their tables is always the header. */
export const MARKDOWN_TOOLS = TOOLS.map((group) => group.filter(({ name }) => !NOT_IN_MARKDOWN.has(name)));
export const MARKDOWN_TABLE_TOOLS = TABLE_TOOLS.filter(({ name }) => name !== 'header');
