import temml from 'temml';

/**
 * Draws LaTeX as MathML, as the server does (server/core/rich-document/formula.ts).
 * @returns false if it cannot be drawn; the element is then unchanged
 */
export function drawFormula(element: HTMLElement, latex: string, isBlock: boolean): boolean {
  const drawn = document.createElement('span');
  try {
    temml.render(latex, drawn, { displayMode: isBlock, throwOnError: true, trust: false, maxExpand: 200 });
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
  // The server removes inline styles: the editor shows what is published.
  for (const styled of drawn.querySelectorAll('[style]')) styled.removeAttribute('style');
  element.replaceChildren(...drawn.childNodes);
  return true;
}
