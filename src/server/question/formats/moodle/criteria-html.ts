import { escapeUTF8 } from 'entities';
import type { Criterion } from '#src/server/question/tables.ts';
import { criteriaText } from '../criteria.ts';

/** Marking criteria as a list, for the markers of another program. */
export const criteriaHtml = (criteria: Criterion[]): string =>
  criteria.length === 0
    ? ''
    : `<ul>${criteriaText(criteria)
        .split('\n')
        .map((line) => `<li>${escapeUTF8(line)}</li>`)
        .join('')}</ul>`;
