import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { island } from '#src/i18n/island.tsx';
import { hydrate } from '../../../tests/component/render.ts';
import { tool } from '../../../tests/component/writing.tsx';

const MarkdownEditor = lazyPart(async () => (await import('./MarkdownEditor.tsx')).MarkdownEditor);

/* Texts that are stored as Markdown, in the editor: what nobody changes stays as it is. */

const FILE_ID = '01890000-0000-7000-8000-00000000000a';
let written: string[] = [];
beforeEach(() => {
  written = [];
});

const Writing = island<{ text: string; isEditable?: boolean }>(function Writing({ text: given, isEditable = true }) {
  const [text, setText] = useState(given);
  const [isRefused, setRefused] = useState(false);
  return (
    <>
      <span id="label">正文</span>
      <MarkdownEditor
        text={text}
        labelledBy="label"
        describedBy={undefined}
        isWrong={false}
        isEditable={isEditable}
        onChange={(next) => {
          written.push(next);
          setText(next);
        }}
        choosePicture={(insert) => insert({ src: `/media/${FILE_ID}`, alt: 'A pump' })}
        onRefused={() => setRefused(true)}
      />
      <button type="button" onClick={() => setText('another\n=======')}>
        another version
      </button>
      <output>{isRefused ? 'refused' : ''}</output>
    </>
  );
});

const body = page.getByRole('textbox', { name: '正文' });
/** Written unusually: what the editor would write is different. */
const UNUSUAL = 'Title\n=====\n\n* a\n* b\n\n__bold__ and\\\nnext  \n';

test('a text stays as it is, to the letter, unless it is changed, and is again after "undo"', async () => {
  await hydrate(Writing, { text: UNUSUAL });
  await expect.element(body).toBeVisible();
  await userEvent.click(body);
  await userEvent.keyboard('{Control>}{End}{/Control}x');
  expect(written.at(-1)).toBe('## Title\n\n- a\n- b\n\n**bold** and\\\nnextx');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(written.at(-1)).toBe(UNUSUAL);
});

test('what is typed, formatted and inserted is written as Markdown', async () => {
  await hydrate(Writing, { text: '' });
  await userEvent.click(body);
  await userEvent.keyboard('## 目标{Enter}注意：{Enter}');
  await userEvent.click(tool('插入图片'));
  expect(written.at(-1)).toBe(`## 目标\n\n注意：\n\n![A pump](/media/${FILE_ID})`);
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await userEvent.click(tool('插入表格'));
  await userEvent.keyboard('a|b');
  expect(written.at(-1)).toContain('| a\\|b | | |\n| - | - | - |\n| | | |');
  await expect.element(page.getByRole('button', { name: '公式' })).not.toBeInTheDocument();
});

test('another version is shown in its place', async () => {
  await hydrate(Writing, { text: 'one' });
  await expect.element(body).toHaveTextContent('one');
  await userEvent.click(page.getByRole('button', { name: 'another version' }));
  await expect.element(body.getByRole('heading')).toHaveTextContent('another');
  expect(written).toEqual([]);
});

test('what the editor would not keep is refused', async () => {
  await hydrate(Writing, { text: '<p>HTML</p>' });
  await expect.element(page.getByText('refused')).toBeVisible();
  expect(written).toEqual([]);
});

test('what is not editable is not changed', async () => {
  await hydrate(Writing, { text: 'one', isEditable: false });
  await expect.element(body).toHaveAttribute('contenteditable', 'false');
});
