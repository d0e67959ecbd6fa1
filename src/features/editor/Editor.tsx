import { type Editor as TipTap, EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import '#src/components/prose.css';
import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PICTURE_TYPES } from '#src/contract/rules/picture.ts';
import { type DocumentJson, isEmptyDocument } from '#src/lib/rich-document/read-document.ts';
import './editor.css';
import { editorExtensions } from './editor-extensions.ts';
import { FormulaDialog } from './FormulaDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { MentionList, optionId, useMentionList } from './MentionList.tsx';
import type { FindColleagues } from './mention-suggestion.ts';
import { LostPictures } from './LostPictures.tsx';
import { pasteProps } from './paste.ts';
import { PictureBar } from './PictureBar.tsx';
import { ToolBar } from './ToolBar.tsx';
import type { UploadPicture } from './upload-picture.ts';
import { UploadPlace } from './UploadPlace.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';

/** What a form does with its editor. */
export type EditorHandle = {
  focus: () => void;
  /** Replaces the text, e.g. by a restored draft. Can be undone; `onChange` is not called. */
  setDocument: (document: DocumentJson) => void;
};

export type EditorProps = {
  /** The document at the start; later ones are set with `EditorHandle.setDocument`. */
  value: DocumentJson;
  onChange: (document: DocumentJson) => void;
  onReady?: (handle: EditorHandle) => void;
  /** Number of pictures that are not uploaded yet; they would be missing if the text were published now. */
  onPendingPictures?: (count: number) => void;
  label: string;
  placeholder?: string;
  error?: string;
  uploadPicture: UploadPicture;
  findColleagues: FindColleagues;
  /** Maximum size of the document as JSON, bytes. */
  maxBytes: number;
};

type AddPictures = (files: File[], position: number) => void;

/** Share of `maxBytes` from which on the size is shown. */
const NEARLY_FULL = 0.8;
const byteSize = (document: DocumentJson) => new TextEncoder().encode(JSON.stringify(document)).length;

/** The rich text editor. Pages show it through `EditorField`, which loads it on demand. */
export function Editor(props: EditorProps) {
  const { value, label, placeholder, error, uploadPicture, onPendingPictures, maxBytes } = props;
  const t = useT();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<'link' | 'formula' | null>(null);
  const [isEmpty, setEmpty] = useState(() => isEmptyDocument(value));
  const [share, setShare] = useState(() => byteSize(value) / maxBytes);
  const [lost, setLost] = useState(0);
  const mention = useMentionList();
  const listId = `${id}-colleagues`;

  const change = (editor: TipTap) => {
    const document = editor.getJSON() as DocumentJson;
    look(document);
    props.onChange(document);
  };
  const look = (document: DocumentJson) => {
    setEmpty(isEmptyDocument(document) && document.content?.length === 1);
    setShare(byteSize(document) / maxBytes);
  };
  // The extensions are made once; what they call may change with each render.
  const [latest] = useState<{ findColleagues: FindColleagues; addPictures: AddPictures }>(() => ({
    findColleagues: () => Promise.resolve([]),
    addPictures: () => undefined,
  }));
  const [options] = useState(() => ({
    extensions: editorExtensions({
      findColleagues: (keyword) => latest.findColleagues(keyword),
      mentions: mention.listener,
      openLink: () => setDialog('link'),
      openFormula: () => setDialog('formula'),
      // Like its arrow keys, the toolbar has one stop.
      focusTools: () =>
        [...(tools.current?.getElementsByTagName('button') ?? [])].find(({ tabIndex }) => tabIndex === 0)?.focus(),
    }),
    editorProps: pasteProps((files, position) => latest.addPictures(files, position), setLost),
  }));
  const isOpen = mention.choice !== null;
  const editor = useEditor({
    extensions: options.extensions,
    content: value as JSONContent,
    // The policy blocks `<style>`; the rules are in editor.css.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor }) => change(editor),
    editorProps: {
      ...options.editorProps,
      attributes: {
        ...{ id: `${id}-text`, class: 'prose editor-text', role: 'textbox', 'aria-multiline': 'true' },
        ...{ 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-help ${id}-error` },
        ...(placeholder && { 'aria-placeholder': placeholder }),
        ...(error && { 'aria-invalid': 'true' }),
        ...(isOpen && {
          ...{ 'aria-controls': listId, 'aria-autocomplete': 'list' },
          'aria-activedescendant': optionId(listId, mention.index),
        }),
      },
    },
  });
  const pictures = usePictureUploads(editor, uploadPicture, onPendingPictures);
  useEffect(() => {
    Object.assign(latest, { findColleagues: props.findColleagues, addPictures: pictures.add });
  });

  const ready = useEffectEvent(() =>
    props.onReady?.({
      focus: () => editor.commands.focus('end'),
      setDocument: (document) => {
        editor.commands.setContent(document as JSONContent, { emitUpdate: false });
        look(document);
      },
    }),
  );
  useEffect(() => {
    ready();
  }, []);

  const actions = {
    link: () => setDialog('link'),
    picture: () => file.current?.click(),
    formula: () => setDialog('formula'),
  };
  const isFull = share > 1;
  return (
    <div className="flex flex-col gap-1.5">
      {/* Not a <label>: the text is no form element. */}
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <div className="editor" data-error={error || isFull ? '' : undefined}>
        <ToolBar ref={tools} editor={editor} actions={actions} controls={`${id}-text`} />
        <PictureBar editor={editor} />
        <LostPictures count={lost} onClose={() => setLost(0)} />
        <div className="relative">
          {isEmpty && placeholder && (
            <p aria-hidden="true" className="editor-placeholder">
              {placeholder}
            </p>
          )}
          <EditorContent editor={editor} />
        </div>
      </div>
      <p id={`${id}-help`} className="sr-only">
        {t('editor:help')}
      </p>
      {error && <FieldError id={`${id}-error`} text={error} />}
      {!error && isFull && <FieldError id={`${id}-error`} text={t('editor:full')} />}
      {share > NEARLY_FULL && !isFull && (
        <p role="status" className="text-sm text-muted">
          {t('editor:nearlyFull', { percent: Math.floor(share * 100) })}
        </p>
      )}
      <input
        ref={file}
        type="file"
        accept={PICTURE_TYPES.join()}
        multiple
        hidden
        aria-label={t('editor:tool.picture')}
        onChange={({ target }) => {
          pictures.add([...(target.files ?? [])], editor.state.selection.from);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      {pictures.uploads.map((upload) => (
        <UploadPlace key={upload.id} upload={upload} />
      ))}
      {mention.choice && (
        <MentionList id={listId} choice={mention.choice} index={mention.index} onIndex={mention.setIndex} />
      )}
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => setDialog(null)} />}
      {dialog === 'formula' && <FormulaDialog editor={editor} onClose={() => setDialog(null)} />}
    </div>
  );
}
