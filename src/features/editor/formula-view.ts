import type { NodeViewRenderer } from '@tiptap/core';

/** A formula in the editor: MathML, drawn by a library that is loaded with the first formula; its source until then. */
export function formulaView(isBlock: boolean, onEdit: () => void): NodeViewRenderer {
  return ({ node, editor, getPos }) => {
    const dom = document.createElement(isBlock ? 'div' : 'span');
    dom.className = 'editor-formula';
    let { latex } = node.attrs as { latex: string };
    const draw = () => {
      const wanted = latex;
      const source = document.createElement('code');
      source.textContent = wanted;
      if (!dom.firstChild) dom.append(source);
      void import('./draw-formula.ts').then(({ drawFormula }) => {
        if (wanted === latex && !drawFormula(dom, wanted, isBlock)) dom.replaceChildren(source);
      });
    };
    draw();
    dom.addEventListener('dblclick', () => {
      const position = getPos();
      if (position !== undefined) editor.commands.setNodeSelection(position);
      onEdit();
    });
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false;
        if (next.attrs['latex'] !== latex) {
          latex = next.attrs['latex'] as string;
          draw();
        }
        return true;
      },
      ignoreMutation: () => true,
    };
  };
}
