import { Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/*
 * Pictures that are being uploaded have a place in the editor and none in the document: what is saved meanwhile contains
 * no unfinished pictures.
 */

type Place = { id: number; element: HTMLElement };
/** `before` and `behind`: positions beside the picture that fills the place. */
type Change = { add: Place; position: number } | { remove: number } | { fill: number; before: number; behind: number };

const key = new PluginKey<DecorationSet>('picturePlaces');

const widget = (position: number, { id, element }: Place) =>
  Decoration.widget(position, element, {
    ...({ id, element } satisfies Place),
    ...{ key: `picture-${id}`, side: -1, ignoreSelection: true, stopEvent: () => true },
  });
const placesOf = (set: DecorationSet, which: (id: number) => boolean, at?: number) =>
  set.find(at, at, (place) => which((place as Place).id));

/** The places after a change of the text: one whose text was deleted is where that was, because its picture still comes, or failed. */
function mapped(set: DecorationSet, { mapping, doc }: Transaction): DecorationSet {
  const lost: Place[] = [];
  const kept = set.map(mapping, doc, { onRemove: (spec) => lost.push(spec as Place) });
  const positionOf = ({ id }: Place) => mapping.map(placesOf(set, (each) => each === id)[0]!.from, -1);
  return kept.add(
    doc,
    lost.map((place) => widget(positionOf(place), place)),
  );
}

/** Keeps the places of unfinished pictures while the text around them changes. */
export const picturePlaces = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, places) {
        const { doc } = transaction;
        const change = transaction.getMeta(key) as Change | undefined;
        if (!change) return mapped(places, transaction);
        if ('add' in change) return mapped(places, transaction).add(doc, [widget(change.position, change.add)]);
        if ('remove' in change)
          return mapped(places.remove(placesOf(places, (id) => id === change.remove)), transaction);
        const [filled] = placesOf(places, (id) => id === change.fill);
        if (!filled) return mapped(places, transaction);
        // Pictures that were added together stay in their order.
        const together = placesOf(places, () => true, filled.from);
        // `remove` empties the array that it gets.
        return mapped(places.remove([...together]), transaction).add(
          doc,
          together
            .map(({ spec }) => spec as Place)
            .filter((place) => place.id !== change.fill)
            .map((place) => widget(place.id < change.fill ? change.before : change.behind, place)),
        );
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

/** Shows `element` at a position of the document. */
export function addPlace(view: EditorView, id: number, position: number, element: HTMLElement): void {
  view.dispatch(view.state.tr.setMeta(key, { add: { id, element }, position } satisfies Change));
}

/** Removes a place. */
export function removePlace(view: EditorView, id: number): void {
  view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Change).setMeta('addToHistory', false));
}

/** Replaces a place by its picture. A cursor at the place goes behind the picture: what is typed next would be before it, or replace it. */
export function fillPlace(view: EditorView, id: number, attributes: Record<string, unknown>): void {
  const { tr, selection, schema } = view.state;
  const [place] = placesOf(key.getState(view.state)!, (each) => each === id);
  const position = place?.from ?? selection.from;
  const picture = schema.nodes['image']!.create(attributes);
  tr.replaceRangeWith(position, position, picture);
  let before = 0;
  tr.doc.descendants((node, at) => {
    if (node === picture) before = at;
    return node !== picture;
  });
  const behind = before + picture.nodeSize;
  if (selection.empty && selection.from === position) {
    if (!tr.doc.resolve(behind).nodeAfter?.isTextblock) tr.insert(behind, schema.nodes['paragraph']!.create());
    tr.setSelection(TextSelection.create(tr.doc, behind + 1));
  }
  view.dispatch(tr.setMeta(key, { fill: id, before, behind } satisfies Change));
}
