import { type Locale } from '#src/i18n/locale.ts';
import { LOCALES } from '#src/lib/languages.ts';
import { getT } from '#src/i18n/server.ts';
import {
  insidePage,
  type Layout,
  type LayoutElement,
  type Orientation,
  PLAIN,
} from '#src/contract/rules/certificate-layout.ts';

const INK = '#2a2620';
const MUTED = '#6d6252';
const GOLD = '#b08d3c';
const RED = '#8a2b22';

/** A line of text around the middle of the page: distance of its upper edge from that of the page and height, as parts of the page; size in points. */
type Line = { key: string; top: number; height: number; size: number; color: string; bold?: boolean; width?: number };

const LINES: Line[] = [
  { key: '{enterprise}', top: 0.1, height: 0.045, size: 16, color: MUTED },
  { key: 'record:certificate.heading', top: 0.15, height: 0.12, size: 50, color: RED, bold: true },
  { key: '{title}', top: 0.28, height: 0.07, size: 23, color: INK, bold: true },
  { key: 'record:certificate.awardedTo', top: 0.4, height: 0.045, size: 15, color: INK },
  { key: '{name}', top: 0.455, height: 0.1, size: 38, color: INK, bold: true, width: 0.7 },
  { key: 'record:certificate.statement', top: 0.59, height: 0.05, size: 15, color: INK },
];

/** The layout of certificates without a template, nearly, with which a new template begins. */
export function builtInLayout(orientation: Orientation): Layout {
  const isWide = orientation === 'landscape';
  const [width, height] = isWide ? [297, 210] : [210, 297];
  const texts = (write: (t: ReturnType<typeof getT>, locale: Locale) => string) =>
    Object.fromEntries(LOCALES.map((locale) => [locale, write(getT(locale), locale)])) as Record<Locale, string>;
  const elements: Omit<LayoutElement, 'id'>[] = [
    { ...PLAIN, kind: 'frame', x: 7, y: 7, width: width - 14, height: height - 14, color: GOLD, thickness: 1.1 },
    { ...PLAIN, kind: 'frame', x: 10, y: 10, width: width - 20, height: height - 20, color: GOLD, thickness: 0.3 },
    ...LINES.map(({ key, top, height: share, size, width: part = 0.8, ...more }) => ({
      ...{ ...PLAIN, ...more, kind: 'text' as const },
      ...texts((t) => (key.startsWith('{') ? key : t(key))),
      ...{ x: (width * (1 - part)) / 2, y: height * top, width: width * part, height: share * height },
      size: isWide ? size : size * 0.85,
    })),
    { ...PLAIN, kind: 'line', x: width * 0.31, y: height * 0.56, width: width * 0.38, height: 1, color: GOLD },
    ...(['number', 'validUntil'] as const).map((part, n) => ({
      ...{ ...PLAIN, kind: 'text' as const, size: 11, align: 'left' as const, color: INK },
      ...texts((t) => `${t(`record:certificate.${part}`)}  {${part}}`),
      ...{ x: width * 0.1, y: height * 0.79 + n * 8, width: width * 0.29, height: 7 },
    })),
    { ...PLAIN, kind: 'qr', x: width / 2 - 12.5, y: height * 0.745, width: 25, height: 25 },
    {
      ...{ ...PLAIN, kind: 'text', size: 9, color: MUTED },
      ...texts((t) => t('record:certificate.scan')),
      ...{ x: width / 2 - 26, y: height * 0.745 + 26, width: 52, height: 6 },
    },
    { ...PLAIN, kind: 'seal', x: width * 0.77 - 16.5, y: height * 0.8 - 16.5, width: 33, height: 33, color: '#eec7bf' },
    ...(['issuer', 'issuedOn'] as const).map((part, n) => ({
      ...{ ...PLAIN, kind: 'text' as const, size: n ? 11 : 15 },
      ...{ zh: `{${part}}`, en: `{${part}}` },
      ...{ x: width * 0.64, y: height * 0.8 - 8 + n * 9, width: width * 0.26, height: 8 },
    })),
  ];
  return {
    orientation,
    backgroundFileId: null,
    elements: elements.map((element, n) => insidePage({ ...element, id: `e${n + 1}` }, orientation)),
  };
}
