import { settled } from './render.ts';

/**
 * Begins a drag with the events of a browser, which stays under way: `userEvent.dragAndDrop` ends it at once.
 * @param handle by which something is dragged; it is visible
 * @returns what dispatches the next event, at a height of the page
 */
export async function startDrag(handle: Element) {
  const { left, top, width, height } = handle.getBoundingClientRect();
  const clientX = left + width / 2;
  const dataTransfer = new DataTransfer();
  const dispatch = (type: string, target: Element, clientY: number) =>
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX, clientY }));
  dispatch('dragstart', handle.closest('[draggable]')!, top + height / 2);
  // The drag has begun with the next frame.
  await new Promise(requestAnimationFrame);
  await settled();
  return dispatch;
}
