import { formatValue } from 'hucre';
import type { Cell, CellValue } from 'hucre/xlsx';
import { scriptTex } from '../tex.ts';

/**
 * A cell as it is shown. `rich`: the same in Markdown, where parts of the text have formats of their own. `problem`: the
 * program that wrote the file has replaced what the author typed, or did not store it.
 */
export type CellText = { text: string; rich?: string; problem?: true; picture?: string };

/** A cell holds 15 digits of a number; spreadsheet programs have replaced the others by zeros. */
const MAX_EXACT = 1e15;
/** Number formats that are shown as the spreadsheet program shows them. */
const FORMAT =
  /^(?:"[^"]*"|[_*\\].|\[(?:black|blue|cyan|green|magenta|red|white|yellow|h|m|s)\]|[0#?.,%;()¥$€+\-/: hmsE]|AM\/PM)+$/i;
const TIME = /^[^dy"\\]*[hs][^dy"\\]*$/i;
/** Characters of a number format, which spreadsheet programs limit. */
const MAX_FORMAT = 255;
/** A picture in a cell, as WPS Office and recent versions of Excel write it. */
const PICTURE = /DISPIMG\("([^"]{1,100})"/;

const RAISED: Record<string, string> = Object.fromEntries(zip('0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'));
const LOWERED: Record<string, string> = Object.fromEntries(zip('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'));

/** Returns what a cell shows. `cell`: its details, for cells that have any. */
export function cellText(value: CellValue, cell: Cell | undefined): CellText {
  const picture = PICTURE.exec(cell?.formula ?? '')?.[1];
  if (picture !== undefined) return { text: '', picture };
  if (cell?.formula !== undefined && value === null) return { text: `=${cell.formula}`, problem: true };
  if (cell?.type === 'error') return { text: String(value), problem: true };
  const { numFmt = '' } = cell?.style ?? {};
  const format = numFmt.length > MAX_FORMAT ? '' : numFmt;
  if (value instanceof Date) {
    if (TIME.test(format)) return { text: formatValue(value, format).trim() };
    return { text: Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10), problem: true };
  }
  if (typeof value === 'number') {
    if (Math.abs(value) >= MAX_EXACT) return { text: String(value), problem: true };
    if (FORMAT.test(format)) return { text: formatValue(value, format).trim() };
    // Without the digits that are errors of the binary representation.
    return { text: String(Number(value.toPrecision(15))) };
  }
  const text = value === null ? '' : String(value);
  const runs = cell?.richText;
  return runs && runs.length > 1 ? { text: plainOf(runs), rich: markdownOf(runs) } : { text };
}

type Runs = NonNullable<Cell['richText']>;

const scriptOf = (font: Runs[number]['font']): 'superscript' | 'subscript' | undefined =>
  font?.vertAlign === 'superscript' || font?.vertAlign === 'subscript' ? font.vertAlign : undefined;

/** Superscripts and subscripts as characters, where there are such: 10³, H₂O. */
function scripted(text: string, script: 'superscript' | 'subscript'): string | undefined {
  const characters = script === 'superscript' ? RAISED : LOWERED;
  const written = [...text].map((character) => characters[character]);
  return written.includes(undefined) ? undefined : written.join('');
}

const plainOf = (runs: Runs): string =>
  runs
    .map(({ text, font }) => {
      const script = scriptOf(font);
      return (script && scripted(text, script)) ?? text;
    })
    .join('');

function markdownOf(runs: Runs): string {
  return runs
    .map(({ text, font }) => {
      const script = scriptOf(font);
      if (script) {
        const tex = scriptTex(script === 'superscript' ? '^' : '_', text);
        return scripted(text, script) ?? (tex === undefined ? text : `$${tex}$`);
      }
      // Emphasis that begins or ends with a space or a sign is not always emphasis in Markdown.
      const isEmphasised = (font?.bold || font?.underline) && /^[\p{L}\p{N}](?:[^\n*]*[\p{L}\p{N}])?$/u.test(text);
      return isEmphasised ? `**${text}**` : text;
    })
    .join('');
}

/** Returns a text with superscripts and subscripts as one types it without them: 10^3, H2O. */
export function typedText(text: string): string {
  const plain = (characters: Record<string, string>) => (run: string) =>
    [...run].map((each) => Object.keys(characters).find((key) => characters[key] === each)).join('');
  return text
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ]+/g, (run) => `^${plain(RAISED)(run)}`)
    .replace(/[₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎]+/g, plain(LOWERED));
}

function zip(from: string, to: string): [string, string][] {
  return [...from].map((character, index) => [character, [...to][index]!]);
}
