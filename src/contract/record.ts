import { define } from './define.ts';

export const record = define({});
