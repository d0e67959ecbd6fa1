import { AppError } from '#src/server/core/app-error.ts';
import { checkDocument } from '#src/server/core/rich-document/check-document.ts';
import { formulaToMathMl } from '#src/server/core/rich-document/formula.ts';
import { places, type Located, type Report } from '#src/server/pack/located.ts';
import { markdownToDocument, type Picture } from '#src/server/pack/markdown-document.ts';
import { formulasOf } from '#src/lib/rich-document/read-document.ts';

/** Where a community has Markdown. */
export const COMMUNITY_TEXTS = [
  ['blogs', '*', 'body'],
  ['questions', '*', 'body'],
  ['questions', '*', 'answers', '*', 'body'],
];

/** check-media.ts checks pictures of the pack; here they only need an address. */
const PICTURE: Picture = { fileId: '00000000-0000-0000-0000-000000000000', width: null, height: null };
const findPicture = (path: string) => (path.startsWith('media/') ? PICTURE : undefined);

const MESSAGES: Record<string, string> = {
  'field.tooLong': 'is too large for the editor',
  'field.tooDeep': 'has lists or quotations that are nested too deep',
  'field.required': 'should contain a text',
};

/** Reports Markdown of which no document of the editor can be made. */
export function checkCommunityTexts(sources: Located<unknown>[], report: Report): void {
  for (const source of sources) {
    for (const { path, value } of COMMUNITY_TEXTS.flatMap((at) => places(source.raw, at))) {
      if (typeof value !== 'string' || value.trim() === '') continue;
      for (const message of problemsOf(value))
        report({ file: source.file, line: source.lineOf(path), message: `"body": ${message}` });
    }
  }
}

function problemsOf(text: string): string[] {
  const { document, problems } = markdownToDocument(text, findPicture);
  if (problems.length > 0) return [...new Set(problems)];
  try {
    return (
      formulasOf(checkDocument(document))
        // What cannot be rendered is shown as its source.
        .filter((latex) => formulaToMathMl(latex, true).startsWith('<code'))
        .map((latex) => `the formula "${latex}" is not valid LaTeX`)
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [MESSAGES[error.fields[0]!.key] ?? 'has content that the editor does not know'];
  }
}
