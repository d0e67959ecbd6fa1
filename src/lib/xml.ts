import { escapeUTF8 } from 'entities';

/** Characters that are not allowed in XML, even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes a text for an XML element or attribute. */
export function xml(text: string): string {
  return escapeUTF8(text.toWellFormed().replace(FORBIDDEN, ''));
}
