import { Extension, type Extensions, type NodeViewRenderer } from '@tiptap/core';
import {
  BlockFormula,
  documentExtensions,
  InlineFormula,
  markdownExtensions,
  Mention,
} from '#src/lib/rich-document/schema.ts';
import { type FindColleagues, type MentionListener, mentionSuggestion } from './mention-suggestion.ts';
import { picturePlaces } from './picture-places.ts';

type Options = {
  findColleagues: FindColleagues;
  mentions: MentionListener;
  openLink: () => void;
  openFormula: () => void;
  /** Moves the focus to the toolbar. */
  focusTools: () => void;
};

/** The schema of documents with the behaviour of the editor. */
export function editorExtensions({ findColleagues, mentions, openLink, openFormula, focusTools }: Options): Extensions {
  return [
    ...documentExtensions({
      mention: Mention.extend({
        addProseMirrorPlugins() {
          return [mentionSuggestion(this.editor, findColleagues, mentions)];
        },
      }),
      inlineFormula: InlineFormula.extend({ addNodeView: () => formulaView(false, openFormula) }),
      blockFormula: BlockFormula.extend({ addNodeView: () => formulaView(true, openFormula) }),
    }),
    unfinishedPictures(),
    shortcuts({ 'Mod-k': openLink, 'Mod-Shift-e': openFormula, 'Alt-F10': focusTools }),
  ];
}

/** The same for texts that are stored as Markdown. */
export const markdownEditorExtensions = ({ openLink, focusTools }: Pick<Options, 'openLink' | 'focusTools'>) => [
  ...markdownExtensions(),
  unfinishedPictures(),
  shortcuts({ 'Mod-k': openLink, 'Alt-F10': focusTools }),
];

const unfinishedPictures = () =>
  Extension.create({ name: 'picturePlaces', addProseMirrorPlugins: () => [picturePlaces()] });

const shortcuts = (keys: Record<string, () => void>) =>
  Extension.create({
    name: 'editorShortcuts',
    addKeyboardShortcuts: () =>
      Object.fromEntries(
        Object.entries(keys).map(([key, run]) => [
          key,
          () => {
            run();
            return true;
          },
        ]),
      ),
  });

/** A formula in the editor: MathML, drawn by a library that is loaded with the first formula; its source until then. */
function formulaView(isBlock: boolean, onEdit: () => void): NodeViewRenderer {
  return ({ node, editor, getPos }) => {
    const dom = document.createElement(isBlock ? 'div' : 'span');
    dom.className = 'editor-formula';
    let { latex } = node.attrs as { latex: string };
    const draw = () => {
      const wanted = latex;
      const source = document.createElement('code');
      source.textContent = wanted;
      if (!dom.firstChild) dom.append(source);
      void import('./draw-formula.ts').then(({ drawFormula }) => {
        if (wanted === latex && !drawFormula(dom, wanted, isBlock)) dom.replaceChildren(source);
      });
    };
    draw();
    dom.addEventListener('dblclick', () => {
      const position = getPos();
      if (position !== undefined) editor.commands.setNodeSelection(position);
      onEdit();
    });
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false;
        if (next.attrs['latex'] !== latex) {
          latex = next.attrs['latex'] as string;
          draw();
        }
        return true;
      },
      ignoreMutation: () => true,
    };
  };
}
