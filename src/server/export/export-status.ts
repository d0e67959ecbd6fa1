/** Values of `exportStatus`; the spec names only 2 (section 4). */
export const BEING_MADE = 1;
export const READY = 2;
export const FAILED = 3;
