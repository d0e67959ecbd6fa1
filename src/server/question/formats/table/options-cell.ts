import { optionKey } from '../text.ts';

/** The letter of an option with its sign: `A.`, `A、`, `(A)`, `A：`. */
const LETTER = /(^|[\s;；,，|])[(（]?([A-Za-zＡ-Ｚ])(?:\s*[.．、:：)）]|\s+)\s*/g;

/**
 * Divides the options that stand in one cell: by their letters, which follow one another from A; without letters, by lines,
 * or by `|` or semicolons.
 * @returns their texts; undefined if the cell is not a list of options
 */
export function splitOptions(cell: string): string[] | undefined {
  const lettered = byLetters(cell);
  if (lettered) return lettered;
  for (const separator of [/\n+/, /\|/, /[;；]/]) {
    const parts = cell
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length > 1) return parts;
  }
  return undefined;
}

function byLetters(cell: string): string[] | undefined {
  const starts: { from: number; to: number }[] = [];
  for (const match of cell.matchAll(LETTER)) {
    if (match[2]!.normalize('NFKC').toUpperCase() !== optionKey(starts.length)) continue;
    starts.push({ from: match.index, to: match.index + match[0].length });
  }
  if (starts.length < 2 || cell.slice(0, starts[0]!.from).trim() !== '') return undefined;
  return starts.map(({ to }, index) =>
    cell
      .slice(to, starts[index + 1]?.from)
      .replace(/[;；,，|]\s*$/, '')
      .trim(),
  );
}
