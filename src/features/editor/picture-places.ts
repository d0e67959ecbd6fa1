import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/*
 * Pictures that are being uploaded have a place in the editor and none in the document: what is saved meanwhile contains
 * no unfinished pictures.
 */

type Change = { add: { id: number; position: number; element: HTMLElement } } | { remove: number };

const key = new PluginKey<DecorationSet>('picturePlaces');

/** Keeps the places of unfinished pictures while the text around them changes. */
export const picturePlaces = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, before) {
        const places = before.map(transaction.mapping, transaction.doc);
        const change = transaction.getMeta(key) as Change | undefined;
        if (!change) return places;
        if ('remove' in change)
          return places.remove(places.find(undefined, undefined, ({ id }) => id === change.remove));
        const { id, position, element } = change.add;
        const options = { id, key: `picture-${id}`, side: -1, ignoreSelection: true, stopEvent: () => true };
        return places.add(transaction.doc, [Decoration.widget(position, element, options)]);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

/** Shows `element` at a position of the document. */
export function addPlace(view: EditorView, id: number, position: number, element: HTMLElement): void {
  view.dispatch(view.state.tr.setMeta(key, { add: { id, position, element } } satisfies Change));
}

/** Removes a place. */
export function removePlace(view: EditorView, id: number): void {
  view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Change).setMeta('addToHistory', false));
}

/** Replaces a place by its picture. A place whose text was deleted meanwhile is at the position where that was. */
export function fillPlace(view: EditorView, id: number, attributes: Record<string, unknown>): void {
  const [place] = key.getState(view.state)!.find(undefined, undefined, ({ id: each }) => each === id);
  const position = place?.from ?? view.state.selection.from;
  const picture = view.state.schema.nodes['image']!.create(attributes);
  const change: Change = { remove: id };
  view.dispatch(view.state.tr.setMeta(key, change).replaceRangeWith(position, position, picture));
}
