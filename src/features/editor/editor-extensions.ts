import { Extension, type Extensions } from '@tiptap/core';
import { BlockFormula, documentExtensions, InlineFormula, Mention } from '#src/lib/rich-document/schema.ts';
import { formulaView } from './formula-view.ts';
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
  const behaviour = Extension.create({
    name: 'editorBehaviour',
    addProseMirrorPlugins: () => [picturePlaces()],
    addKeyboardShortcuts: () => {
      const open = (run: () => void) => () => {
        run();
        return true;
      };
      return { 'Mod-k': open(openLink), 'Mod-Shift-e': open(openFormula), 'Alt-F10': open(focusTools) };
    },
  });
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
    behaviour,
  ];
}
