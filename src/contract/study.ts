import { define } from './define.ts';

export const study = define({});
