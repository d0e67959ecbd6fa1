const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** Formats a file size for display: `512 B`, `1.5 KB`, `12 MB`; from bytes, in steps of 1024. */
export function fileSizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // A value that rounds to 1024 is written as 1 of the next unit.
  while (unit < UNITS.length - 1 && rounded(value) >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${rounded(value)} ${UNITS[unit]}`;
}

/** One decimal below ten, none above. */
const rounded = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
