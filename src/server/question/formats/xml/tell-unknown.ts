import type { Conversion } from '../convert.ts';
import { elementsOf, textOf, type XmlElement } from './parse-xml.ts';

/** Reports child elements with a text that are none of those that a reader takes or passes over. */
export function tellUnknown(
  element: XmlElement | undefined,
  known: ReadonlySet<string>,
  { report, place }: Pick<Conversion, 'report' | 'place'>,
): void {
  if (!element) return;
  for (const child of elementsOf(element))
    if (!known.has(child.name) && textOf(child).trim() !== '')
      report.changed(place, 'elementDropped', { element: child.name });
}
