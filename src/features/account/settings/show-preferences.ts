import type { Input } from '#src/contract/calls.ts';

/** Shows a change in this page; later ones come with it from the server. */
export function showPreferences({
  theme,
  textSize,
  reducedMotion,
}: Input<'PUT /user/auth/user/info/preference/save'>): void {
  const { dataset } = document.documentElement;
  if (theme !== undefined) {
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    else delete dataset.theme;
  }
  if (textSize) dataset.textSize = textSize;
  if (reducedMotion !== undefined) dataset.motion = reducedMotion ? 'reduced' : '';
}
