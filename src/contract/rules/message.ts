/*
 * Texts of notices, e-mails and text messages that an enterprise may replace (docs/decisions/106). Server and preview compose them
 * with these functions.
 */

export const MESSAGE_CHANNELS = ['notice', 'mail', 'sms'] as const;
export const MESSAGE_LANGS = ['zh', 'en'] as const;
export type MessageLang = (typeof MESSAGE_LANGS)[number];

/** Longest subject and text, in characters. */
export const MESSAGE_LENGTH = { subject: 150, body: 4_000 };

/** `link`: makes its paragraph a link. `list`: paragraphs of its own. Only a `text` may be in a subject. */
export type Placeholder = { name: string; kind: 'text' | 'link' | 'list'; isRequired: boolean; inSubject: boolean };
/** `subject` is null where the message has none. */
export type MessageText = { subject: string | null; body: string };

/** A paragraph, or one that is a link. */
export type MessageLine = { text: string; url?: string };
export type MessageValues = { [name: string]: string | number | MessageLine[] };

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** Names of the placeholders of a text, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)),
];

/**
 * Puts values into a text. Values are not looked into: what looks like a placeholder there stays as it is. A placeholder
 * without a value becomes nothing.
 */
export function fillText(text: string, values: MessageValues): string {
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]! : '';
    return typeof value === 'object' ? value.map((line) => line.text).join('\n') : String(value);
  });
}

/** Makes the paragraphs of a text; they are separated by empty lines. */
export function composeLines(
  body: string,
  placeholders: readonly Pick<Placeholder, 'name' | 'kind'>[],
  values: MessageValues,
): MessageLine[] {
  const kindOf = new Map(placeholders.map(({ name, kind }) => [name, kind]));
  const apart = body.replace(PLACEHOLDER, (found, name: string) =>
    kindOf.get(name) === 'list' ? `\n\n${found}\n\n` : found,
  );
  return apart
    .split(/\n[^\S\n]*\n/)
    .map((each) => each.trim())
    .filter(Boolean)
    .flatMap((paragraph) => {
      const names = placeholdersIn(paragraph);
      const list = names.find((name) => kindOf.get(name) === 'list');
      if (list) return [...((values[list] ?? []) as MessageLine[])];
      const link = names.find((name) => kindOf.get(name) === 'link' && values[name]);
      if (!link) return [{ text: fillText(paragraph, values) }];
      const url = String(values[link]);
      const text = fillText(paragraph, { ...values, [link]: '' })
        .replace(/ {2,}/g, ' ')
        .trim();
      return [{ text: text || url, url }];
    });
}

export type TextError = { field: 'subject' | 'body'; key: string };

/** Returns what is wrong with a text of a message, for its fields. */
export function checkText(
  { subject, body }: MessageText,
  { placeholders, hasSubject }: { placeholders: readonly Placeholder[]; hasSubject: boolean },
): TextError[] {
  const errors: TextError[] = [];
  const wrong = (field: TextError['field'], key: string | false) => {
    if (key) errors.push({ field, key });
  };
  if (hasSubject) wrong('subject', wrongText(subject ?? '', 'subject', placeholders));
  wrong('body', wrongText(body, 'body', placeholders));
  return errors;
}

function wrongText(text: string, field: TextError['field'], placeholders: readonly Placeholder[]): string | false {
  if (!text.trim()) return 'field.required';
  if (text.length > MESSAGE_LENGTH[field]) return 'field.tooLong';
  const isSubject = field === 'subject';
  if (isSubject && /\n/.test(text)) return 'field.invalid';
  const names = placeholdersIn(text);
  const known = placeholders.filter(({ inSubject }) => !isSubject || inSubject).map(({ name }) => name);
  // Braces that are left are those of a misspelt placeholder.
  if (names.some((name) => !known.includes(name)) || /\{\{|\}\}/.test(text.replace(PLACEHOLDER, '')))
    return 'field.unknownPlaceholder';
  const isMissing = ({ name, isRequired }: Placeholder) => isRequired && !names.includes(name);
  return !isSubject && placeholders.some(isMissing) && 'field.missingPlaceholder';
}
