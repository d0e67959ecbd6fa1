/** Days that a file stays in the download centre (docs/operations.md). */
export const EXPORT_DAYS = 7;
