import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#src/client/api-error.ts';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { island } from '#src/i18n/island.tsx';
import { hydrate } from '../../../tests/component/render.ts';
import { paste, tool } from '../../../tests/component/writing.tsx';
import { WORD_HTML } from '../../../tests/factories/office-clipboard.ts';
import type { UploadPicture } from './upload-picture.ts';

const MarkdownEditor = lazyPart(async () => (await import('./MarkdownEditor.tsx')).MarkdownEditor);

/* Texts that are stored as Markdown, in the editor: what nobody changes stays as it is. */

const FILE_ID = '01890000-0000-7000-8000-00000000000a';
const stored: UploadPicture = () => Promise.resolve({ url: `/media/${FILE_ID}`, width: null, height: null });
let written: string[] = [];
let uploadPicture = stored;
beforeEach(() => {
  written = [];
  uploadPicture = stored;
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
        uploadPicture={(...given) => uploadPicture(...given)}
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

const picture = (name = 'pump.png', type = 'image/png') => new File(['bytes'], name, { type });

test('a picture that is pasted is stored, and is written as Markdown', async () => {
  await hydrate(Writing, { text: 'one' });
  await expect.element(body).toBeVisible();
  await paste({ files: [picture()] });
  await expect.poll(() => written.at(-1)).toBe(`one\n\n![](/media/${FILE_ID})`);
});

test('what is wrong with a picture is said at its place, and the text is written without it', async () => {
  let tries = 0;
  uploadPicture = (...given) => (++tries === 1 ? Promise.reject(new ApiError(0, '网络异常')) : stored(...given));
  await hydrate(Writing, { text: 'one' });
  await expect.element(body).toBeVisible();
  await paste({ files: [picture(), picture('animated.gif', 'image/gif')] });
  await expect.element(body.getByRole('alert').filter({ hasText: '网络异常' })).toBeVisible();
  await expect.element(body.getByRole('alert').filter({ hasText: 'PNG、JPEG 或 WebP' })).toBeVisible();
  expect(written).toEqual([]);
  await userEvent.click(body.getByRole('button', { name: '重试' }));
  await expect.poll(() => written.at(-1)).toBe(`one\n\n![](/media/${FILE_ID})`);
  await userEvent.click(body.getByRole('button', { name: '移除' }));
  await expect.element(body.getByRole('alert')).not.toBeInTheDocument();
});

test('a picture in a text of Word is counted, because only its address is there', async () => {
  await hydrate(Writing, { text: '' });
  await expect.element(body).toBeVisible();
  await paste({ html: WORD_HTML, text: 'Pump manual' });
  await expect.poll(() => written.at(-1)).toContain('## Pump manual');
  await expect.element(page.getByText(/有 1 张图片未能带入/)).toBeVisible();
  await paste({ files: [picture()], html: '<img src="https://example.com/pump.png">' });
  await expect.element(page.getByText(/未能带入/)).not.toBeInTheDocument();
  await expect.poll(() => written.at(-1)).toContain(`![](/media/${FILE_ID})`);
});
