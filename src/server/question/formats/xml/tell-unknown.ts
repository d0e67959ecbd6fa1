import type { Conversion } from '../convert.ts';
import { elementsOf, textOf, type XmlElement } from './parse-xml.ts';

/**
 * Reports child elements with a text that are none of those that a reader takes or passes over.
 * @param single those of which a reader takes the first
 */
export function tellUnknown(
  element: XmlElement | undefined,
  known: ReadonlySet<string>,
  { report, place }: Pick<Conversion, 'report' | 'place'>,
  single?: ReadonlySet<string>,
): void {
  if (!element) return;
  const taken = new Set<string>();
  for (const child of elementsOf(element)) {
    const isDropped = !known.has(child.name) || (single?.has(child.name) && taken.has(child.name));
    taken.add(child.name);
    if (isDropped && textOf(child).trim() !== '') report.changed(place, 'elementDropped', { element: child.name });
  }
}
