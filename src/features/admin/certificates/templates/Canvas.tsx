import './canvas.css';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import {
  insidePage,
  type Layout,
  type LayoutElement,
  PAGE_MM,
  type Placeholder,
} from '#src/contract/rules/certificate-layout.ts';
import { ElementDrawing, SheetBackground } from '#src/features/certificate/SheetDrawing.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  layout: Layout;
  lang: 'zh' | 'en';
  values: Record<Placeholder, string> | null;
  pictures: ReadonlyMap<string, string>;
  /** Id of the element; null: none is selected. */
  selected: string | null;
  titleOf: (element: LayoutElement) => string;
  onSelect: (id: string | null) => void;
  /** @param subject changes of the same subject after another are one step */
  onChange: (element: LayoutElement, subject: string) => void;
  /** A movement has ended: what follows is another step. */
  onEnd: () => void;
  onRemove: (id: string) => void;
  onDuplicate: (id: string) => void;
};

/** Millimetres that an arrow key moves: alone, with Shift, and with Alt. */
const STEP = 1;
const LARGE_STEP = 10;
const SMALL_STEP = 0.1;
/** Movements go from one to the next of these. */
const GRID = 0.5;
/** Distance from the middle of the page at which an element goes there. */
const NEAR = 1.5;
const ARROWS: Record<string, [number, number]> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
};

type Drag = { id: string; how: 'move' | 'size'; from: LayoutElement; x: number; y: number };

/** The page with its elements, which are moved with a pointer or the arrow keys. */
export function Canvas({
  layout,
  selected,
  titleOf,
  onSelect,
  onChange,
  onEnd,
  onRemove,
  onDuplicate,
  ...shown
}: Props) {
  const t = useT();
  const page = PAGE_MM[layout.orientation];
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const moved = layout.elements.find(({ id }) => id === drag?.id);
  const begin = (event: PointerEvent, from: LayoutElement, how: Drag['how']) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    onSelect(from.id);
    svg.current!.setPointerCapture(event.pointerId);
    setDrag({ id: from.id, how, from, x: event.clientX, y: event.clientY });
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const scale = page.width / svg.current!.getBoundingClientRect().width;
    const [dx, dy] = [(event.clientX - drag.x) * scale, (event.clientY - drag.y) * scale];
    // A press that hardly moves selects.
    if (!moved || (moved === drag.from && Math.hypot(dx, dy) < 0.7)) return;
    const { from } = drag;
    const onGrid = (value: number) => Math.round(value / GRID) * GRID;
    const next =
      drag.how === 'size'
        ? { ...from, width: onGrid(from.width + dx), height: onGrid(from.height + dy) }
        : {
            ...from,
            x: toMiddle(onGrid(from.x + dx), from.width, page.width),
            y: toMiddle(onGrid(from.y + dy), from.height, page.height),
          };
    onChange(insidePage(next, layout.orientation), `${drag.how} ${from.id} ${drag.x} ${drag.y}`);
  };
  const end = () => {
    if (drag) onEnd();
    setDrag(null);
  };
  const press = (event: KeyboardEvent, element: LayoutElement) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      const step = event.shiftKey ? LARGE_STEP : event.altKey ? SMALL_STEP : STEP;
      const next = { ...element, x: element.x + arrow[0] * step, y: element.y + arrow[1] * step };
      onChange(insidePage(next, layout.orientation), `keys ${element.id}`);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove(element.id);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault();
      onDuplicate(element.id);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onSelect(element.id);
    } else if (event.key === 'Escape') onSelect(null);
  };
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="group"
      aria-label={t('record:template.canvas')}
      lang={shown.lang}
      className={`template-canvas ${layout.orientation}`}
      onPointerDown={() => onSelect(null)}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <SheetBackground layout={layout} pictures={shown.pictures} />
      {layout.elements.map((element) => {
        const { id, x, y, width, height } = element;
        const box = { x, y, width, height };
        return (
          <g key={id}>
            {/* Beside the button, whose name is not what is printed. */}
            <g aria-hidden="true">
              <ElementDrawing
                element={element}
                {...shown}
                verifyUrl={`https://example.com/certificate/${shown.values?.number ?? ''}`}
              />
            </g>
            <g
              role="button"
              tabIndex={0}
              aria-pressed={id === selected}
              aria-label={titleOf(element)}
              aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete Control+D"
              className="template-element"
              onFocus={() => onSelect(id)}
              onPointerDown={(event) => begin(event, element, 'move')}
              onKeyDown={(event) => press(event, element)}
              onBlur={onEnd}
            >
              <rect {...box} className="box" vectorEffect="non-scaling-stroke" />
              {id === selected && (
                <rect
                  x={x + width - 2}
                  y={y + height - 2}
                  width="4"
                  height="4"
                  className="grip"
                  vectorEffect="non-scaling-stroke"
                  onPointerDown={(event) => begin(event, element, 'size')}
                />
              )}
            </g>
          </g>
        );
      })}
      {drag?.how === 'move' && moved && isInMiddle(moved.x, moved.width, page.width) && (
        <line className="guide" x1={page.width / 2} x2={page.width / 2} y1="0" y2={page.height} />
      )}
      {drag?.how === 'move' && moved && isInMiddle(moved.y, moved.height, page.height) && (
        <line className="guide" y1={page.height / 2} y2={page.height / 2} x1="0" x2={page.width} />
      )}
    </svg>
  );
}

const isInMiddle = (at: number, size: number, whole: number) => Math.abs(at + size / 2 - whole / 2) < 0.01;
const toMiddle = (at: number, size: number, whole: number) =>
  Math.abs(at + size / 2 - whole / 2) < NEAR ? (whole - size) / 2 : at;
