/** Days that a file is kept in the download centre (docs/operations.md). */
export const EXPORT_DAYS = 7;
