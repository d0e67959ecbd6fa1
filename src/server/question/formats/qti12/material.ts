import { escapeUTF8 } from 'entities';
import type { Conversion } from '../convert.ts';
import { htmlToMarkdown } from '../html-to-markdown.ts';
import { htmlOf } from '../qti/qti-tree.ts';
import { elementsOf, textOf, type XmlElement } from '../xml/parse-xml.ts';

const UNKNOWN = new Set(['matvideo', 'matapplet', 'matapplication', 'mat_extension']);
/** What is read elsewhere, or is not for candidates. */
const PASSED = /^(?:render_|hint$|hintmaterial$|qticomment$)/;
/** Elements in which material is arranged. */
const FLOWS =
  /^(?:presentation_material|material|altmaterial|flow|flow_mat|flow_label|material_ref|itemfeedback|solutionmaterial|solution)$/;

/**
 * The material of an element as HTML, in document order.
 * @param response what stands for a response
 */
export function materialHtml(element: XmlElement, to: Conversion, response: (found: XmlElement) => string): string {
  return elementsOf(element)
    .map((child) => {
      if (child.name === 'mattext' || child.name === 'mat_emtext') return `${textHtml(child)} `;
      if (child.name === 'matbreak') return '<br>';
      if (child.name === 'matimage' || child.name === 'mataudio') return mediumHtml(child);
      if (child.name === 'matref') return '';
      if (/^response_/.test(child.name)) return response(child);
      if (!FLOWS.test(child.name)) {
        const isSeen = UNKNOWN.has(child.name) || (!PASSED.test(child.name) && textOf(child).trim() !== '');
        if (isSeen) to.report.changed(to.place, 'elementDropped', { element: child.name });
        return '';
      }
      const inner = materialHtml(child, to, response);
      return /^(?:flow|flow_mat|presentation_material)$/.test(child.name) ? `<div>${inner}</div>` : inner;
    })
    .join('');
}

function textHtml(text: XmlElement): string {
  const type = text.attributes['texttype'] ?? 'text/plain';
  const plain = textOf(text);
  const written = /html/i.test(type) ? htmlSource(text, plain) : escapeUTF8(plain.trim()).replace(/\n/g, '<br>');
  return text.name === 'mat_emtext' ? `<em>${written}</em>` : written;
}

/** HTML within an element is either its text or its content. */
const htmlSource = (text: XmlElement, plain: string) =>
  elementsOf(text).length > 0 ? htmlOf(text.children, () => undefined) : plain;

function mediumHtml({ name, attributes, children }: XmlElement): string {
  const { uri = '', label = '' } = attributes;
  const embedded = attributes['embedded'] === 'base64' || (uri === '' && children.length > 0);
  const type =
    attributes[name === 'matimage' ? 'imagtype' : 'audiotype'] ?? (name === 'matimage' ? 'image/png' : 'audio/mpeg');
  const data = textOf({ name, attributes, children, line: 0 }).replace(/\s+/g, '');
  const address = embedded ? `data:${type};base64,${data}` : uri;
  return name === 'matimage'
    ? `<img src="${escapeUTF8(address)}" alt="${escapeUTF8(label)}">`
    : `<audio src="${escapeUTF8(address)}" title="${escapeUTF8(label)}"></audio>`;
}

/** The material of an element as Markdown. */
export const materialMarkdown = (element: XmlElement, to: Conversion): string =>
  htmlToMarkdown(
    materialHtml(element, to, () => ''),
    to,
  );
