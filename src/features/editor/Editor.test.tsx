import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DocumentNode } from '#src/lib/rich-document/read-document.ts';
import { plainText } from '#src/lib/rich-document/read-document.ts';
import { answer, disconnect, made } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import {
  documentNow,
  forgetWritten,
  paste,
  pendingPictures,
  text,
  tool,
  Writing,
} from '../../../tests/component/writing.tsx';

const UPLOAD = 'POST /system/auth/upload/pic';
const FILE_ID = '01890000-0000-7000-8000-00000000000a';
const stored = {
  ...{ id: FILE_ID, url: `/media/${FILE_ID}`, width: 40, height: 30 },
  ...{ fileSize: 100, contentType: 'image/webp' },
};
const png = (size = 10) => new File([new Uint8Array(size)], 'pump.png', { type: 'image/png' });

beforeEach(forgetWritten);

async function write(props: object = {}): Promise<void> {
  await hydrate(Writing, props);
  await expect.element(text).toBeVisible();
}
const blocks = () => documentNow().content as DocumentNode[];
const types = () => blocks().map(({ type }) => type);

test('typing reaches the form, and the placeholder goes', async () => {
  await write();
  await expect.element(page.getByText('写点什么')).toBeVisible();
  await userEvent.click(text);
  await userEvent.keyboard('Hello{Enter}## Title');
  expect(plainText(documentNow())).toBe('Hello\nTitle');
  // There is always a line to go on below.
  expect(types()).toEqual(['paragraph', 'heading', 'paragraph']);
  await expect.element(page.getByText('写点什么')).not.toBeInTheDocument();
});

test('the toolbar is one stop of Tab, its arrows move, and its buttons say what is on', async () => {
  await write();
  await userEvent.click(text);
  await userEvent.keyboard('{Alt>}{F10}{/Alt}');
  await expect.element(tool('撤销')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(tool('加粗')).toHaveFocus();
  await expect.element(tool('加粗')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.element(text).toHaveFocus();
  await expect.element(tool('加粗')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('loud');
  expect(blocks()[0]!.content).toEqual([{ type: 'text', text: 'loud', marks: [{ type: 'bold' }] }]);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(tool('加粗')).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowLeft}');
  await expect.element(tool('分隔线')).toHaveFocus();
  await userEvent.keyboard('{End}{Tab}');
  await expect.element(text).toHaveFocus();
});

test('undo and redo', async () => {
  await write();
  await expect.element(tool('撤销')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(text);
  await userEvent.keyboard('one');
  await userEvent.click(tool('撤销'));
  expect(plainText(documentNow())).toBe('');
  await userEvent.click(tool('重做'));
  expect(plainText(documentNow())).toBe('one');
});

test('a link: a wrong address is refused at its field, and the dialog does not submit the form around it', async () => {
  await write();
  await userEvent.click(text);
  await userEvent.keyboard('{Control>}k{/Control}');
  const address = page.getByLabelText('地址');
  await expect.element(address).toHaveFocus();
  await userEvent.fill(address, 'javascript:alert(1)');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await userEvent.fill(address, 'example.com/a');
  await userEvent.fill(page.getByLabelText('文字', { exact: true }), 'there');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(blocks()[0]!.content).toEqual([
    { type: 'text', text: 'there', marks: [{ type: 'link', attrs: { href: 'https://example.com/a' } }] },
  ]);
  await expect.element(page.getByLabelText('submits')).toHaveTextContent('0');
});

test('a formula with its preview, and changed', async () => {
  await write();
  await userEvent.click(tool('公式'));
  const latex = page.getByLabelText('LaTeX 公式');
  await userEvent.fill(latex, '\\frac{a');
  await expect.element(page.getByText('公式尚不完整，将以原文显示')).toBeVisible();
  await userEvent.fill(latex, '\\frac{a}{b}');
  await expect
    .poll(() => page.getByRole('group', { name: '预览' }).element().getElementsByTagName('mfrac'))
    .toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: '插入公式' }));
  expect(blocks().find(({ type }) => type === 'blockMath')?.attrs).toEqual({ latex: '\\frac{a}{b}' });
  await expect.poll(() => text.element().getElementsByTagName('mfrac')).toHaveLength(1);
  await userEvent.dblClick(text.element().getElementsByTagName('mfrac')[0]!);
  await expect.element(latex).toHaveValue('\\frac{a}{b}');
  await userEvent.fill(latex, 'x^2');
  await userEvent.click(page.getByRole('button', { name: '修改公式' }));
  expect(
    blocks()
      .filter(({ type }) => type === 'blockMath')
      .map(({ attrs }) => attrs),
  ).toEqual([{ latex: 'x^2' }]);
});

test('a colleague is mentioned by keyboard, also without a space before', async () => {
  await write();
  await userEvent.click(text);
  await userEvent.keyboard('a@b 请看@李');
  await expect.element(page.getByRole('option')).toHaveLength(2);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: /李强/ })).toHaveAttribute('aria-selected', 'true');
  const active = text.element().getAttribute('aria-activedescendant');
  expect(document.getElementById(active!)?.textContent).toContain('李强');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  expect(blocks()[0]!.content).toEqual([
    { type: 'text', text: 'a@b 请看' },
    { type: 'mention', attrs: { userId: '01890000-0000-7000-8000-000000000011', label: '李强' } },
    { type: 'text', text: ' ' },
  ]);
});

test('a table gets rows and columns, and goes', async () => {
  await write();
  await userEvent.click(text);
  await userEvent.click(tool('插入表格'));
  const size = () => {
    const rows = blocks().find(({ type }) => type === 'table')?.content ?? [];
    return [rows.length, rows[0]?.content?.length ?? 0];
  };
  expect(size()).toEqual([3, 3]);
  await userEvent.click(tool('下方插入行'));
  await userEvent.click(tool('删除列'));
  expect(size()).toEqual([4, 2]);
  await userEvent.click(tool('居中'));
  await expect.element(tool('居中')).toHaveAttribute('aria-pressed', 'true');
  expect(text.element().getElementsByClassName('align-center')).toHaveLength(1);
  await userEvent.click(tool('删除表格'));
  expect(size()).toEqual([0, 0]);
});

test('a picture that fails stays at its place and can be tried again; the text around it goes on', async () => {
  await write();
  await userEvent.click(text);
  await userEvent.keyboard('before');
  disconnect(UPLOAD);
  await paste({ files: [png()] });
  await expect.element(page.getByRole('alert')).toHaveTextContent('图片上传失败');
  expect(pendingPictures()).toBe(1);
  expect(types()).toEqual(['paragraph']);
  await userEvent.keyboard('{Control>}{Home}{/Control}More ');
  answer(UPLOAD, stored);
  await userEvent.click(page.getByRole('button', { name: '重试' }));
  await expect.poll(() => types()).toContain('image');
  expect(blocks()[0]).toEqual({ type: 'paragraph', content: [{ type: 'text', text: 'More before' }] });
  expect(blocks()[1]).toEqual({ type: 'image', attrs: { src: stored.url, alt: '', width: 40, height: 30 } });
  await expect.poll(() => pendingPictures()).toBe(0);
  expect(made.map(({ call, input }) => [call, (input as { use: string }).use])).toEqual([
    [UPLOAD, 'text'],
    [UPLOAD, 'text'],
  ]);
});

/** The text in short: of pictures the last digit of their address. */
const short = () =>
  blocks()
    .map((node) =>
      node.type === 'image'
        ? String(node.attrs!['src']).slice(-1)
        : ((node.content?.[0] as DocumentNode | undefined)?.text ?? ''),
    )
    .join(' ')
    .trim();

test.each([
  ['an empty text', '', 0, '1 2 3 below'],
  ['the end of a paragraph', 'above', 0, 'above 1 2 3 below'],
  ['the middle of a paragraph', 'above, so', 4, 'above 1 2 3 below, so'],
  ['the beginning of a paragraph', '!', 1, '1 2 3 below!'],
])('pictures pasted into %s stay in their order, and typing goes on below them', async (_, before, back, expected) => {
  await write();
  await userEvent.click(text);
  if (before) await userEvent.keyboard(`${before}${'{ArrowLeft}'.repeat(back)}`);
  // The file has as many bytes as its number; the last two arrive first.
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  answer(UPLOAD, async (input) => {
    const { size } = input['file'] as File;
    if (size === 1) await promise;
    return { ...stored, url: `/media/${FILE_ID.slice(0, -1)}${size}` };
  });
  await paste({ files: [png(1), png(2), png(3)] });
  await expect.poll(short).toMatch(/2.*3/);
  arrive();
  await expect.poll(short).toMatch(/1.*2.*3/);
  await userEvent.keyboard('below');
  await expect.poll(short).toBe(expected);
});

test('a picture that fails when the text around it is gone is still shown, and can be removed', async () => {
  await write();
  await userEvent.click(text);
  await userEvent.keyboard('before{Enter}here');
  disconnect(UPLOAD);
  await paste({ files: [png()] });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await expect.poll(() => plainText(documentNow()).trim()).toBe('');
  await expect.element(page.getByRole('alert')).toHaveTextContent('图片上传失败');
  await userEvent.click(page.getByRole('button', { name: '移除' }));
  await expect.poll(() => pendingPictures()).toBe(0);
});

test('a file that is no picture of ours is refused at once and can be removed', async () => {
  await write();
  await paste({ files: [new File(['x'], 'a.svg', { type: 'image/svg+xml' }), png(6 * 1024 * 1024)] });
  await expect.element(page.getByText('请选择 PNG、JPEG 或 WebP 格式的图片')).toBeVisible();
  await expect.element(page.getByText('图片不能超过 5 MB')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '重试' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: '移除' }).first());
  await userEvent.click(page.getByRole('button', { name: '移除' }));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(made).toEqual([]);
  await expect.poll(() => pendingPictures()).toBe(0);
});

test('the text says that it is too long, and shows the error of the form', async () => {
  await write({ maxBytes: 100 });
  await userEvent.click(text);
  await userEvent.keyboard('0123456789');
  await expect.element(page.getByText(/已使用最大长度的 9\d%/)).toBeVisible();
  await userEvent.keyboard('0123456789');
  await expect.element(page.getByRole('alert')).toHaveTextContent('内容过长，请精简或将一部分移到另一篇');
});

test('an error of the form is read with the text', async () => {
  await write({ error: '请写正文' });
  await expect.element(text).toHaveAttribute('aria-invalid', 'true');
  await expect.element(text).toHaveAccessibleDescription(/请写正文/);
});
