import { define } from './define.ts';

export const course = define({});
