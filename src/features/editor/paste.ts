import { Fragment, type NodeType, type Schema, Slice } from '@tiptap/pm/model';
import type { EditorProps } from '@tiptap/pm/view';
import { preparePastedHtml } from './office-html.ts';
import { keepStyles } from './pasted-styles.ts';

/**
 * How the editor takes what is pasted and dropped.
 * @param onPictures gets files that are to be uploaded, and where to put them
 * @param onLost gets the number of pictures that were not taken: of pictures in a text of Word, or of another site, only the address is there
 */
export function pasteProps(
  onPictures: (files: File[], position: number) => void,
  onLost: (count: number) => void,
): Pick<EditorProps, 'handlePaste' | 'handleDrop' | 'transformPastedHTML' | 'clipboardTextParser'> {
  return {
    transformPastedHTML(html) {
      const { html: prepared, lost } = preparePastedHtml(html);
      onLost(lost);
      return prepared;
    },
    clipboardTextParser: (text, context) => textSlice(text, context.doc.type.schema),
    handlePaste(view, { clipboardData }) {
      if (!clipboardData || view.state.selection.$from.parent.type.spec.code) return false;
      const html = clipboardData.getData('text/html');
      const files = picturesOf(clipboardData);
      // Word and Excel also put a picture of the text on the clipboard.
      if (files.length > 0 && !hasText(html)) {
        // A picture of a page is there as HTML, too.
        onLost(0);
        onPictures(files, view.state.selection.from);
        return true;
      }
      const text = clipboardData.getData('text/plain');
      if (html || !looksLikeMarkdown(text)) return false;
      void import('./markdown-html.ts').then(({ markdownHtml }) => view.pasteHTML(markdownHtml(text)));
      return true;
    },
    handleDrop(view, event, _slice, moved) {
      const files = event.dataTransfer ? picturesOf(event.dataTransfer) : [];
      if (moved || files.length === 0) return false;
      onLost(0);
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      onPictures(files, place?.pos ?? view.state.selection.from);
      event.preventDefault();
      return true;
    },
  };
}

const picturesOf = ({ files }: DataTransfer) => [...files].filter(({ type }) => type.startsWith('image/'));

const hasText = (html: string) =>
  html !== '' && (new DOMParser().parseFromString(keepStyles(html), 'text/html').body.textContent ?? '').trim() !== '';

/** Plain text: an empty line ends a paragraph, other line breaks stay line breaks. */
function textSlice(text: string, schema: Schema): Slice {
  const { paragraph, hardBreak } = schema.nodes as Record<'paragraph' | 'hardBreak', NodeType>;
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\n+$/g, '')
    .split(/\n[^\S\n]*\n\s*/)
    .map((block) =>
      paragraph.create(
        null,
        block
          .split('\n')
          .flatMap((line, at) => [...(at > 0 ? [hardBreak.create()] : []), ...(line ? [schema.text(line)] : [])]),
      ),
    );
  return new Slice(Fragment.from(paragraphs), 1, 1);
}

/** Each of these alone is hardly ever written by accident. */
const CERTAIN = [
  /^#{2,6} \S/m,
  // One `#` alone also begins comments of scripts.
  /^# \S.*\n[ \t]*\n/m,
  /^(`{3,}|~{3,})[\w+#-]*\s*$/m,
  /^\|.+\|[ \t]*\n\|[ \t:|-]+\|/m,
  /\[[^\]\n]+\]\((?:https?:\/\/|\/|mailto:)[^)\s]+\)/,
  /(^|[^*\w])\*\*[^\s*][^*\n]*\*\*(?!\*)/,
];
/** Two lines of the same kind. */
const LISTS = [
  /^[ \t]*[-*+] \S.*\n(?:.*\n)*?[ \t]*[-*+] \S/m,
  /^[ \t]*\d+\. \S.*\n(?:.*\n)*?[ \t]*\d+\. \S/m,
  /^> \S.*$/m,
];

/** Whether pasted plain text is Markdown and not just text with a star or a dash in it. */
function looksLikeMarkdown(text: string): boolean {
  const lines = text.slice(0, 20_000).replace(/\r\n?/g, '\n');
  return [...CERTAIN, ...LISTS].some((pattern) => pattern.test(lines));
}
