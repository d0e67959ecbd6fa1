import type { QuestionDraft } from '../draft.ts';
import { elementsOf, type XmlElement } from '../xml/parse-xml.ts';

/** What a response becomes. */
export type Parts = Pick<QuestionDraft, 'type' | 'answer' | 'keepsOrder'> & {
  stem: string;
  options: { key: string; text: string }[];
};

/** How a response is shown. */
export const renderElement = (response: XmlElement): XmlElement | undefined =>
  elementsOf(response).find(({ name }) => /^render_/.test(name));
