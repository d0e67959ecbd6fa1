/** Maximum size of a document as JSON, bytes in UTF-8. */
export const MAX_DOCUMENT_BYTES = 256 * 1024;
/** Members that one document may mention: each of them is notified. */
export const MAX_MENTIONS = 50;
/** LaTeX of all formulas of a document together, characters: rendering takes up to 10 ms per 1,000. */
export const MAX_LATEX = 20_000;
