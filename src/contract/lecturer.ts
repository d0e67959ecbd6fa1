import { define } from './define.ts';

export const lecturer = define({});
