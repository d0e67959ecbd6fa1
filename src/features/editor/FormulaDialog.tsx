import type { Editor } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import { LATEX_LENGTH } from '#src/lib/rich-document/attribute-rules.ts';
import { EditorDialog } from './EditorDialog.tsx';

const EXAMPLE = '\\frac{a}{b}';

/** Inserts a formula, or changes the selected one, with a preview. */
export function FormulaDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const preview = useRef<HTMLDivElement>(null);
  const isInline = editor.isActive('inlineMath');
  const isChange = isInline || editor.isActive('blockMath');
  const [isBlock, setBlock] = useState(!isInline);
  const [latex, setLatex] = useState(() =>
    String(editor.getAttributes(isInline ? 'inlineMath' : 'blockMath')['latex'] ?? ''),
  );
  const [problem, setProblem] = useState('');

  useEffect(() => {
    let isCurrent = true;
    void import('./draw-formula.ts').then(({ drawFormula }) => {
      if (!isCurrent || !preview.current) return;
      if (latex.trim() === '') preview.current.replaceChildren();
      const isDrawn = latex.trim() === '' || drawFormula(preview.current, latex, isBlock);
      setProblem(isDrawn ? '' : t('editor:formula.invalid'));
    });
    return () => {
      isCurrent = false;
    };
  }, [latex, isBlock, t]);

  const confirm = () => {
    if (latex.trim() === '') {
      setProblem(t('editor:formula.required'));
      return false;
    }
    const content = { type: isBlock ? 'blockMath' : 'inlineMath', attrs: { latex: latex.trim() } };
    const { from, to } = editor.state.selection;
    editor
      .chain()
      .focus()
      .insertContentAt(isChange ? { from, to } : to, content)
      .run();
    return true;
  };
  return (
    <EditorDialog
      title={t('editor:formula.title')}
      action={t(isChange ? 'editor:formula.change' : 'editor:formula.insert')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t('editor:formula.latex')}
        </label>
        <textarea
          id={id}
          className="textarea min-h-20 w-full font-mono text-base"
          value={latex}
          maxLength={LATEX_LENGTH}
          spellCheck={false}
          placeholder={EXAMPLE}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-error`}
          onChange={({ target }) => setLatex(target.value)}
        />
        {problem && <FieldError id={`${id}-error`} text={problem} />}
      </div>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={isBlock}
          onChange={({ target }) => setBlock(target.checked)}
        />
        {t('editor:formula.block')}
      </label>
      <div
        ref={preview}
        role="group"
        aria-label={t('editor:formula.preview')}
        className="min-h-16 overflow-x-auto rounded-box bg-base-200 p-4 text-center text-lg"
      />
    </EditorDialog>
  );
}
