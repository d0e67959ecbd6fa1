import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import '#src/components/prose.css';
import { openMarkdown, type MarkdownDocument } from './markdown-document.ts';
import type { DocumentJson } from '#src/lib/rich-document/read-document.ts';
import { toMarkdown } from './to-markdown.ts';
import './editor.css';
import { markdownEditorExtensions } from './editor-extensions.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { LostPictures } from './LostPictures.tsx';
import { pasteProps } from './paste.ts';
import { PictureBar } from './PictureBar.tsx';
import { ToolBar } from './ToolBar.tsx';
import { MARKDOWN_TABLE_TOOLS, MARKDOWN_TOOLS } from './tools.ts';
import type { UploadPicture } from './upload-picture.ts';
import { UploadPlace } from './UploadPlace.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';

export type MarkdownProps = {
  /** Markdown. Another text than the one that was written here last is shown instead of it. */
  text: string;
  onChange: (text: string) => void;
  /** Id of the element that names it. */
  labelledBy: string;
  describedBy: string | undefined;
  isWrong: boolean;
  isEditable: boolean;
  /** Asks for a picture, which `insert` puts where the cursor is. */
  choosePicture: (insert: (picture: { src: string; alt: string }) => void) => void;
  /** Stores a picture that was pasted or dropped. */
  uploadPicture: UploadPicture;
  /** Called with the number of pictures that are not in the text yet, and how many of these have failed. */
  onPending?: (count: number, failed: number) => void;
  /** The text is one that the editor would not keep; nothing is shown. */
  onRefused: () => void;
};

type Opened = { key: number; text: string; found: MarkdownDocument | null };

/** The rich text editor for texts that are stored as Markdown. A text that nobody changes here stays as it is, to the letter. */
export function MarkdownEditor({ text, onChange, onRefused, ...props }: MarkdownProps) {
  const [opened, setOpened] = useState<Opened>(() => ({ key: 0, text, found: openMarkdown(text) }));
  const [known, setKnown] = useState(text);
  if (text !== known) {
    setKnown(text);
    setOpened({ key: opened.key + 1, text, found: openMarkdown(text) });
  }
  const isRefused = opened.found === null;
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    if (isRefused) refuse();
  }, [isRefused]);
  if (!opened.found) return null;
  const { written } = opened.found;
  return (
    <Document
      key={opened.key}
      {...props}
      value={opened.found.document}
      onChange={(document) => {
        const now = toMarkdown(document);
        const next = now === written ? opened.text : now;
        setKnown(next);
        onChange(next);
      }}
    />
  );
}

type DocumentProps = Omit<MarkdownProps, 'text' | 'onChange' | 'onRefused'> & {
  value: DocumentJson;
  onChange: (document: DocumentJson) => void;
};

function Document({ value, onChange, labelledBy, describedBy, isWrong, isEditable, ...own }: DocumentProps) {
  const id = useId();
  const tools = useRef<HTMLDivElement>(null);
  const [isLinking, setLinking] = useState(false);
  const [lost, setLost] = useState(0);
  // The extensions are made once; what they call may change with each render.
  const [latest] = useState(() => ({ addPictures: (_files: File[], _position: number) => {} }));
  const [options] = useState(() => ({
    extensions: markdownEditorExtensions({
      openLink: () => setLinking(true),
      // Like its arrow keys, the toolbar has one stop.
      focusTools: () =>
        [...(tools.current?.getElementsByTagName('button') ?? [])].find(({ tabIndex }) => tabIndex === 0)?.focus(),
    }),
    editorProps: pasteProps((files, position) => latest.addPictures(files, position), setLost),
  }));
  const editor = useEditor({
    extensions: options.extensions,
    content: value as JSONContent,
    editable: isEditable,
    // The policy blocks `<style>`; the rules are in editor.css.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }) => onChange(editor.getJSON() as DocumentJson),
    editorProps: {
      ...options.editorProps,
      attributes: {
        ...{ id: `${id}-text`, class: 'prose editor-text', role: 'textbox', 'aria-multiline': 'true' },
        ...{ 'aria-labelledby': labelledBy, ...(describedBy && { 'aria-describedby': describedBy }) },
        ...(isWrong && { 'aria-invalid': 'true' }),
        // What is only read is scrolled by keyboard, too.
        ...(!isEditable && { tabindex: '0', 'aria-readonly': 'true' }),
      },
    },
  });
  useEffect(() => {
    if (editor.isEditable !== isEditable) editor.setEditable(isEditable, false);
  }, [editor, isEditable]);
  const pictures = usePictureUploads(editor, own.uploadPicture, own.onPending);
  useEffect(() => {
    latest.addPictures = pictures.add;
  });
  const isSending = pictures.uploads.length > 0;
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);
  const insert = (attrs: { src: string; alt: string }) =>
    editor.chain().focus().insertContent({ type: 'image', attrs }).run();
  return (
    <div className="editor" data-error={isWrong ? '' : undefined}>
      <ToolBar
        ref={tools}
        editor={editor}
        tools={MARKDOWN_TOOLS}
        tableTools={MARKDOWN_TABLE_TOOLS}
        actions={{
          link: () => setLinking(true),
          picture: () => own.choosePicture(insert),
          formula: () => undefined,
        }}
        controls={`${id}-text`}
      />
      <PictureBar editor={editor} />
      <LostPictures count={lost} onClose={() => setLost(0)} />
      <EditorContent editor={editor} className="editor-scroll" />
      {pictures.uploads.map((upload) => (
        <UploadPlace key={upload.id} upload={upload} />
      ))}
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}
