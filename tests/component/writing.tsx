import { useState } from 'react';
import { page, userEvent } from 'vitest/browser';
import { MAX_DOCUMENT_BYTES } from '#src/lib/rich-document/limits.ts';
import { EditorField } from '#src/features/editor/EditorField.tsx';
import { uploadTextPicture } from '#src/features/editor/upload-picture.ts';
import { island } from '#src/i18n/island.tsx';
import { type DocumentJson, EMPTY_DOCUMENT } from '#src/lib/rich-document/read-document.ts';

/** Colleagues that can be mentioned in the tests. */
const COLLEAGUES = ['李娜', '李强', 'Wang Fang'].map((userName, at) => ({
  userId: `01890000-0000-7000-8000-00000000001${at}`,
  userName,
  department: '质量部',
}));

type Props = { value?: DocumentJson; maxBytes?: number; error?: string };

const written: { document: DocumentJson; pending: number } = { document: EMPTY_DOCUMENT, pending: 0 };

/** A form with the editor. It submits like forms that people fill in: an event that escapes from a dialog shows. */
export const Writing = island<Props>(function Writing({
  value = EMPTY_DOCUMENT,
  maxBytes = MAX_DOCUMENT_BYTES,
  error,
}) {
  const [submits, setSubmits] = useState(0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSubmits((count) => count + 1);
      }}
    >
      <EditorField
        {...{ value, maxBytes, error }}
        label="正文"
        placeholder="写点什么"
        onChange={(document) => (written.document = document)}
        onPendingPictures={(count) => (written.pending = count)}
        uploadPicture={uploadTextPicture}
        findColleagues={(keyword) => Promise.resolve(COLLEAGUES.filter(({ userName }) => userName.includes(keyword)))}
      />
      <output aria-label="submits">{submits}</output>
    </form>
  );
});

/** The text, and its buttons. */
export const text = page.getByRole('textbox', { name: '正文' });
export const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });

/** The document as the form knows it. */
export const documentNow = (): DocumentJson => written.document;
export const pendingPictures = (): number => written.pending;
export function forgetWritten(): void {
  written.document = EMPTY_DOCUMENT;
  written.pending = 0;
}

/** Pastes into the text as the browser does. */
export async function paste(content: { html?: string; text?: string; files?: File[] }): Promise<void> {
  if (document.activeElement !== text.element()) await userEvent.click(text);
  const clipboardData = new DataTransfer();
  if (content.html !== undefined) clipboardData.setData('text/html', content.html);
  if (content.text !== undefined) clipboardData.setData('text/plain', content.text);
  for (const file of content.files ?? []) clipboardData.items.add(file);
  text.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
