import './drag.css';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Where a dragged thing is dropped, relative to the one below the pointer. */
export type Spot = 'before' | 'inside' | 'after';

type Options = {
  element: RefObject<HTMLElement | null>;
  /** What it is dragged by. */
  handle: RefObject<HTMLElement | null>;
  /** Things are dropped on others of their list only. */
  list: string;
  id: string;
  /** False: it stays where it is. Default: true; and so for things that are dropped on it. */
  isMovable?: boolean;
  takesDrops?: boolean;
  /** Where another thing of the list can be dropped, from top to bottom; empty: nowhere. */
  spotsFor: (dragged: string) => readonly Spot[];
  onDrop: (dragged: string, spot: Spot) => void;
};

/** Height of the thing, from its edges, in which a drop is before or after it and not inside. */
const EDGE = 0.25;

/**
 * Makes an element something that is dragged, and on which others of its list are dropped. The code for it is loaded after the
 * island is hydrated, by those who can move something. Everything that is dragged can also be moved by keyboard: the caller provides that.
 * @returns whether it is dragged, and where something would be dropped (attribute `data-drop`)
 */
export function useDrag({ element, handle, list, id, isMovable = true, takesDrops = true, ...on }: Options) {
  const [isDragged, setDragged] = useState(false);
  const [spot, setSpot] = useState<Spot | null>(null);
  const spots = useEffectEvent(on.spotsFor);
  const drop = useEffectEvent(on.onDrop);
  useEffect(() => {
    if (!isMovable && !takesDrops) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    const register = ({ draggable, dropTargetForElements }: Adapter) => {
      const [own, grip] = [element.current, handle.current];
      if (isGone || !own || !grip) return;
      const spotOf = ({ source, location }: Dragging) =>
        spotAt(own, location.current.input.clientY, spots(source.data['id'] as string));
      const stops = [
        draggable({
          ...{ element: own, dragHandle: grip, canDrag: () => isMovable, getInitialData: () => ({ list, id }) },
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element: own,
          canDrop: ({ source: { data } }) =>
            takesDrops && data['list'] === list && data['id'] !== id && spots(data['id'] as string).length > 0,
          onDragEnter: (dragging) => setSpot(spotOf(dragging)),
          onDrag: (dragging) => setSpot(spotOf(dragging)),
          onDragLeave: () => setSpot(null),
          onDrop: (dragging) => {
            setSpot(null);
            drop(dragging.source.data['id'] as string, spotOf(dragging));
          },
        }),
      ];
      stop = () => {
        for (const each of stops) each();
      };
    };
    // Without the code nothing is dragged; what is moved by keyboard still is.
    if (adapter) register(adapter);
    else void loadAdapter().then(register, () => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [element, handle, list, id, isMovable, takesDrops]);
  return { isDragged, spot };
}

let adapter: Adapter | undefined;
let loading: Promise<Adapter> | undefined;

/** Loads the code once: each `import()` looks through the page for its files, and a tree has hundreds of rows. */
function loadAdapter(): Promise<Adapter> {
  loading ??= import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter').then(
    (loaded) => (adapter = loaded),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

type Adapter = typeof import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter');
type Dragging = { source: { data: Record<string, unknown> }; location: { current: { input: { clientY: number } } } };

function spotAt(element: HTMLElement, y: number, spots: readonly Spot[]): Spot {
  const { top, height } = element.getBoundingClientRect();
  const share = (y - top) / height;
  if (!spots.includes('inside')) return share < 0.5 && spots.includes('before') ? 'before' : spots.at(-1)!;
  if (share < EDGE && spots.includes('before')) return 'before';
  return share > 1 - EDGE && spots.includes('after') ? 'after' : 'inside';
}
