/** Days that a file is kept in the download centre (docs/operations.md). */
export const EXPORT_DAYS = 7;
/** Maximum number of rows of one file; further rows are in further files. */
export const EXPORT_ROWS = 100_000;
/** Maximum number of files of one export; the last one says that rows are missing. */
export const EXPORT_FILES = 10;

/** Name of the query parameter with which a page opens the download centre, as the links of notices do. */
export const DOWNLOADS_PARAM = 'downloads';
