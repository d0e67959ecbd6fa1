/** Returns a lexeme in the syntax of `tsvector` and `tsquery`. */
export const quoted = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
