import type { Editor, Range } from '@tiptap/core';
import type { Plugin } from '@tiptap/pm/state';
import { Suggestion } from '@tiptap/suggestion';
import { ApiError } from '#src/client/api-error.ts';

/** Somebody who can be mentioned. */
export type Colleague = { userId: string; userName: string; department: string | null };
/** Colleagues whose name contains a text. @throws ApiError; nobody is found then */
export type FindColleagues = (keyword: string) => Promise<Colleague[]>;

/** The open list of colleagues. `place`: of the `@`, relative to the window. */
export type MentionChoice = { colleagues: Colleague[]; place: DOMRect | null; choose: (colleague: Colleague) => void };
/** `keyDown` returns whether the list has used the key. */
export type MentionListener = {
  show: (choice: MentionChoice | null) => void;
  keyDown: (event: KeyboardEvent) => boolean;
};

/** Time without typing before colleagues are looked for, ms. */
const DEBOUNCE = 150;

/** Watches for `@` and a name. Chinese text has no spaces before it, but in an e-mail address it is no mention. */
export function mentionSuggestion(editor: Editor, find: FindColleagues, listener: MentionListener): Plugin {
  return Suggestion<Colleague, Colleague>({
    editor,
    char: '@',
    allowedPrefixes: null,
    debounce: DEBOUNCE,
    allow: ({ state, range }: { state: Editor['state']; range: Range }) => {
      const { parent, parentOffset } = state.doc.resolve(range.from);
      const before = parent.textBetween(Math.max(0, parentOffset - 1), parentOffset, ' ', ' ');
      return !/[a-z0-9._%+-]/i.test(before) && !parent.type.spec.code;
    },
    items: ({ query }) => find(query).catch(noneOnError),
    command: ({ editor, range, props: { userId, userName } }) => {
      const mention = { type: 'mention', attrs: { userId, label: userName } };
      editor
        .chain()
        .focus()
        .insertContentAt(range, [mention, { type: 'text', text: ' ' }])
        .run();
    },
    render: () => {
      const show = ({ items, clientRect, command }: Shown) =>
        listener.show({ colleagues: items, place: clientRect?.() ?? null, choose: command });
      return {
        onStart: show,
        onUpdate: show,
        onExit: () => listener.show(null),
        onKeyDown: ({ event }) => listener.keyDown(event),
      };
    },
  });
}
// The client has told of it (src/client/api.ts).
function noneOnError(error: unknown): Colleague[] {
  if (error instanceof ApiError) return [];
  throw error;
}

type Shown = {
  items: Colleague[];
  clientRect?: (() => DOMRect | null) | null;
  command: (colleague: Colleague) => void;
};
