/*
 * The grammar of the parser rejects control characters where Moodle takes them as text, such as a colon in a stem, and
 * decodes escapes in some places only. So these characters are replaced before parsing, and put back in what it returns.
 */

/** Characters that are never in a text (`cleanText` removes them), in the order of `REAL`. */
const FIRST = 0xfdd0;
const REAL = [':', '#', '=', '{', '}', '~', '\\', '\n', '&', '>', '/', '%'];
const stand = (char: string) => String.fromCharCode(FIRST + REAL.indexOf(char));
const STANDS = /[\ufdd0-\ufddb]/g;

/** Puts the characters back. */
export const restore = (text: string): string => text.replace(STANDS, (char) => REAL[char.charCodeAt(0) - FIRST]!);

const protect = (text: string, chars: RegExp) => text.replace(chars, stand);
const ANY = /[:#={}~&]/g;
/** A line break within a text, which the parser would make a space. */
const BREAK = /(\S)[ \t]*\n(?=[ \t]*\S)/g;
const protectText = (text: string) => protect(text, ANY).replace(BREAK, (_, before: string) => before + stand('\n'));

/** Prepares one question for the parser. */
export function protectGift(block: string): string {
  const text = block
    .replace(/[\ufdd0-\ufdef]/g, '')
    // A comment for the parser; for Moodle only at the beginning of a line, and those are left out before.
    .replace(/\/(?=\/)/g, stand)
    .replace(/\\([\\:#={}~n])/g, (_, char: string) => stand(char === 'n' ? '\n' : char));
  const title = /^\s*::([\s\S]*?)::/.exec(text);
  const rest = text.slice(title?.[0].length ?? 0);
  const head = title ? `::${protect(title[1]!, ANY)}::` : '';
  const from = rest.indexOf('{');
  const to = rest.lastIndexOf('}');
  if (from < 0 || to < from) return head + (from < 0 && to < 0 ? protectText(rest) : protect(rest, /[:#=~&]/g));
  const [stem, answers, tail] = [rest.slice(0, from), rest.slice(from + 1, to), rest.slice(to + 1)];
  return `${head}${protectText(stem)}{${protectAnswers(answers)}}${protectText(tail)}`;
}

function protectAnswers(answers: string): string {
  const [answerList = '', ...general] = answers.split('####');
  let list = answerList;
  const feedback = general.length > 0 ? `####${protectText(general.join('####'))}` : '';
  const isNumeric = /^\s*#/.test(list);
  // Moodle takes `{#3:2~#wrong}` for `{#=3:2~#wrong}`, and `{#3:2#right}` for `{#=3:2#right}`.
  if (isNumeric) list = list.replace(/^(\s*#\s*)(?=[-+\d.][^=~#]*[=~#])/, '$1=');
  const isJudge = /^\s*(?:T|TRUE|F|FALSE)\s*(?:#|$)/.test(list);
  // Pairs have an arrow each; elsewhere it is text.
  const isMatching =
    !list.includes('~') &&
    list
      .split('=')
      .slice(1)
      .every((answer) => answer.includes('->'));
  if (!isMatching) list = list.replace(/>/g, stand);
  const from = isNumeric ? list.indexOf('#') + 1 : 0;
  return (
    list.slice(0, from) +
    list.slice(from).replace(/[^=~]+/g, (answer) => protectAnswer(answer, isNumeric, isJudge)) +
    feedback
  );
}

/** `1822:5` contains a colon that counts, before the feedback; a judge question has two feedbacks. */
function protectAnswer(answer: string, isNumeric: boolean, isJudge: boolean): string {
  const [weighted = '', ...feedback] = answer.split('#');
  // The parser looks for the end of a weight in the answers that follow.
  const weight = /^\s*%-?\d+(?:\.\d+)?%/.exec(weighted)?.[0] ?? '';
  const text = weight + protect(weighted.slice(weight.length), /%/g);
  const kept = isNumeric
    ? protect(text, /[{}&]/g)
    : protect(text, /[:{}&]/g).replace(BREAK, (_, before: string) => before + stand('\n'));
  if (feedback.length === 0) return kept;
  const told = isJudge
    ? [feedback[0]!, ...(feedback.length > 1 ? [feedback.slice(1).join('#')] : [])]
    : [feedback.join('#')];
  return [kept, ...told.map(protectText)].join('#');
}
