import { type Editor, useEditorState } from '@tiptap/react';
import { useId } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { ALT_LENGTH } from '#src/lib/rich-document/attribute-rules.ts';

/** Description of the selected picture, for people who cannot see it. */
export function PictureBar({ editor }: { editor: Editor }) {
  const t = useT();
  const id = useId();
  const alt = useEditorState({
    editor,
    selector: ({ editor }) => (editor.isActive('image') ? String(editor.getAttributes('image')['alt']) : null),
  });
  if (alt === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-base-300 px-3 py-2 text-sm">
      <label htmlFor={id}>{t('editor:picture.description')}</label>
      <input
        id={id}
        className="input input-sm min-w-0 grow"
        value={alt}
        maxLength={ALT_LENGTH}
        // Not `focus`: typing goes on here.
        onChange={({ target }) => editor.commands.updateAttributes('image', { alt: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          editor.commands.focus();
        }}
      />
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        onClick={() => editor.chain().focus().deleteSelection().run()}
      >
        {t('editor:picture.remove')}
      </button>
    </div>
  );
}
