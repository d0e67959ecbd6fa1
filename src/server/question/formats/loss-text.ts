import type { T } from '#src/i18n/server.ts';
import type { Loss } from './draft.ts';

/** What formats have names for that authors of questions do not know; the texts are `question:term.*`. */
const TERMS = [
  ...['associate', 'drawing', 'graphicAssociate', 'graphicGapMatch', 'graphicOrder', 'hotspot', 'order'],
  ...['positionObject', 'selectPoint', 'slider', 'upload', 'custom', 'media', 'gapImg'],
  ...['ddimageortext', 'ddmarker', 'ordering'],
  ...['sup', 'sub', 'colspan', 'svg', 'iframe', 'object', 'video', 'input', 'color', 'a', 'printedVariable'],
  ...['text', 'stem', 'option', 'answer', 'analysis', 'topic', 'zh', 'en'],
] as const;

/** Returns what a question lost, or why it is not taken, as a sentence in the language of `t`. */
export function reasonText({ reason, values = {} }: Pick<Loss, 'reason' | 'values'>, t: T): string {
  const named = Object.entries(values).map(([key, value]) => {
    const isTerm = key === 'name' || key === 'type' || key === 'element' || key === 'field' || key === 'language';
    const term = isTerm ? TERMS.find((each) => each === String(value).replace(/Interaction$/, '')) : undefined;
    return [key, term ? t(`question:term.${term}`) : value];
  });
  return t(`question:loss.${reason}`, Object.fromEntries(named) as Record<string, string | number>);
}
