import { define } from './define.ts';

export const exam = define({});
