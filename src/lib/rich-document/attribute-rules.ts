import { isUuid } from '#src/lib/uuid.ts';
import { isLinkAddress, isPictureAddress } from './addresses.ts';
import { HEADING_LEVELS } from './schema.ts';

/** Maximum length of a formula in LaTeX, characters. */
export const LATEX_LENGTH = 2000;
/** Maximum length of the description of a picture, characters. */
export const ALT_LENGTH = 300;
const NAME_LENGTH = 100;
/** The language of a block of code: `c++`, `objective-c`, `c#`. */
const CODE_LANGUAGE = /^[a-z0-9][a-z0-9+#._-]{0,29}$/i;

type Rule = (value: unknown) => boolean;
const oneOf =
  (...allowed: unknown[]): Rule =>
  (value) =>
    allowed.includes(value);
const text =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === 'string' && value.length <= most && value.trim().length >= least;
const whole =
  (least: number, most: number): Rule =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value);

const cell = {
  colspan: whole(1, 50),
  rowspan: whole(1, 500),
  align: oneOf(null, 'center', 'right'),
  colwidth: oneOf(null),
};
const formula = { latex: text(1, LATEX_LENGTH) };

/** Attributes of nodes and marks and their allowed values; what is not listed has none. */
export const ATTRIBUTE_RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  heading: { level: oneOf(...HEADING_LEVELS) },
  orderedList: { start: whole(0, 99_999), type: oneOf(null, 'a', 'A', 'i', 'I', '1') },
  codeBlock: { language: orNull((value) => typeof value === 'string' && CODE_LANGUAGE.test(value)) },
  link: { href: isLinkAddress },
  image: {
    src: isPictureAddress,
    alt: text(0, ALT_LENGTH),
    width: orNull(whole(1, 9999)),
    height: orNull(whole(1, 9999)),
  },
  mention: { userId: (value) => typeof value === 'string' && isUuid(value), label: text(1, NAME_LENGTH) },
  inlineMath: formula,
  blockMath: formula,
  tableCell: cell,
  tableHeader: cell,
};
