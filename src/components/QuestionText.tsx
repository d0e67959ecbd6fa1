import './prose.css';
import './question-text.css';

type Props = {
  /** The text as it was written. */
  text: string;
  /** Its rendered form, sanitised by the server; undefined for a text without Markdown. */
  html: string | undefined;
};

/** A text of a question: plain, or with formulas, tables, pictures and sound. */
export function QuestionText({ text, html }: Props) {
  if (html === undefined) return <span className="break-words whitespace-pre-line">{text}</span>;
  return <span className="prose question-text" dangerouslySetInnerHTML={{ __html: html }} />;
}
