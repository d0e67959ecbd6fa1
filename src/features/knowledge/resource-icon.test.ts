import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentKind } from '#src/contract/rules/document.ts';
import { documentIcon } from './resource-icon.ts';

it.each([
  ['Plan.pdf', 'file-pdf'],
  ['Plan.DOC', 'file'],
  ['Plan.docx', 'file'],
  ['Plan.xls', 'file-sheet'],
  ['Plan.csv', 'file-sheet'],
  ['Plan.ppt', 'file-slides'],
  ['Plan.v2.pptx', 'file-slides'],
  ['Plan.md', 'file-plain'],
  ['Plan', 'file'],
  [null, 'file'],
])('the icon of %s is %s', (fileName, icon) => {
  expect(documentIcon(documentKind(fileName))).toBe(icon);
  expect(readFileSync('src/components/icons.svg', 'utf8')).toContain(`id="${icon}"`);
});
