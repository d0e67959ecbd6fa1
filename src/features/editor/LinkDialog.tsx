import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { toLinkAddress } from '#src/lib/rich-document/addresses.ts';
import { EditorDialog } from './EditorDialog.tsx';

/** Sets, changes or removes the link at the selection; without a selection it also asks for the text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useT();
  const isLink = editor.isActive('link');
  const needsText = !isLink && editor.state.selection.empty;
  const [address, setAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [text, setText] = useState('');
  const [error, setError] = useState('');

  const confirm = () => {
    const href = toLinkAddress(address);
    if (!href) {
      setError(t('editor:link.invalid'));
      return false;
    }
    const link = { type: 'link', attrs: { href } };
    const chain = editor.chain().focus();
    if (needsText) chain.insertContent({ type: 'text', text: text.trim() || href, marks: [link] }).run();
    else chain.extendMarkRange('link').setMark('link', { href }).run();
    return true;
  };
  return (
    <EditorDialog
      title={t('editor:link.title')}
      action={t('editor:link.save')}
      onConfirm={confirm}
      onClose={onClose}
      extra={
        isLink && (
          <button
            type="button"
            className="btn btn-ghost me-auto text-error"
            onClick={({ currentTarget }) => {
              editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
              currentTarget.closest('dialog')!.close();
            }}
          >
            {t('editor:link.remove')}
          </button>
        )
      }
    >
      <FormField
        label={t('editor:link.address')}
        hint={t('editor:link.hint')}
        error={error}
        value={address}
        inputMode="url"
        maxLength={2000}
        onChange={({ target }) => {
          setAddress(target.value);
          setError('');
        }}
      />
      {needsText && (
        <FormField
          label={t('editor:link.text')}
          value={text}
          maxLength={200}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </EditorDialog>
  );
}
