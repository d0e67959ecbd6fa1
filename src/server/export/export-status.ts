/** Values of `exportStatus`. */
export const BEING_MADE = 1;
export const READY = 2;
export const FAILED = 3;
