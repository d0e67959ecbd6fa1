import { define } from './define.ts';

export const announcement = define({});
