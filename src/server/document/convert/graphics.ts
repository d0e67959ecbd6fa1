import { escapeUTF8 } from 'entities';
import { absent } from './inserts.ts';
import type { Package } from './read-package.ts';
import { all, first, relationsOf, textOf, xmlPart, type XmlElement } from './xml-parts.ts';

/** Rows and series of a chart, and texts of a diagram, that are shown. */
const SHOWN = { rows: 50, series: 10, texts: 200 };

/**
 * Returns what stands for a chart, a diagram (SmartArt) or an embedded object: a mark with its name, and what it says, the
 * numbers of a chart as a table and the texts of a diagram as a list.
 * @param graphic an element with `a:graphicData`
 * @param path the part that has it
 * @returns undefined for pictures, tables and shapes
 */
export function graphicHtml(graphic: XmlElement, name: string, parts: Package, path: string): string | undefined {
  const target = (id: string | undefined) => relationsOf(parts, path).get(id ?? '') ?? '';
  const chart = first(graphic, 'c:chart');
  if (chart) return chartHtml(parts, target(chart.attribs['r:id']), name);
  if (first(graphic, 'cx:chart')) return absent('chart', name);
  const diagram = first(graphic, 'dgm:relIds');
  if (diagram) return diagramHtml(parts, target(diagram.attribs['r:dm']), name);
  const object = first(graphic, 'p:oleObj');
  return object && absent('object', [object.attribs['progId'] ?? '', name].filter((text) => text !== '').join(' · '));
}

/** The name that a file gives to a picture or another object: what it shows, else its name. */
export function objectName(object: XmlElement | undefined): string {
  const { descr = '', title = '', name = '' } = object?.attribs ?? {};
  return descr.trim() || title.trim() || name;
}

function chartHtml(parts: Package, path: string, name: string): string {
  if (!parts.has(path)) return absent('chart', name);
  const chart = xmlPart(parts, path);
  const heading = first(chart, 'c:title');
  const title = heading ? textOf(all(heading, 'a:t')).trim() : '';
  const series = all(chart, 'c:ser').slice(0, SHOWN.series);
  const points = (of: XmlElement | undefined) =>
    new Map(of ? all(of, 'c:pt').map((each) => [Number(each.attribs['idx']), textOf(all(each, 'c:v'))]) : []);
  const find = (of: XmlElement, ...names: string[]) => names.map((each) => first(of, each)).find((each) => each);
  const labels = points(series[0] && find(series[0], 'c:cat', 'c:xVal'));
  const columns = series.map((each) => ({
    name: points(first(each, 'c:tx')).get(0) ?? '',
    values: points(find(each, 'c:val', 'c:yVal')),
  }));
  const rows = [...new Set([...labels.keys(), ...columns.flatMap(({ values }) => [...values.keys()])])]
    .sort((a, b) => a - b)
    .slice(0, SHOWN.rows);
  const mark = absent('chart', title || name);
  if (rows.length === 0) return mark;
  const cells = (tag: string, texts: string[]) => texts.map((text) => `<${tag}>${escapeUTF8(text)}</${tag}>`).join('');
  const head = cells('th', ['', ...columns.map((column) => column.name)]);
  const body = rows.map(
    (row) => `<tr>${cells('td', [labels.get(row) ?? '', ...columns.map(({ values }) => values.get(row) ?? '')])}</tr>`,
  );
  return `${mark}<div class="table-scroll" role="group" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function diagramHtml(parts: Package, path: string, name: string): string {
  if (!parts.has(path)) return absent('diagram', name);
  const texts = all(xmlPart(parts, path), 'dgm:pt')
    .map((point) =>
      all(point, 'a:p')
        .map((line) => textOf(all(line, 'a:t')).trim())
        .filter((line) => line !== '')
        .join(' '),
    )
    .filter((text) => text !== '')
    .slice(0, SHOWN.texts);
  const list = texts.map((text) => `<li>${escapeUTF8(text)}</li>`).join('');
  return absent('diagram', name) + (list && `<ul>${list}</ul>`);
}
