/** Preferences of a member as attributes of `<html>`, so that a page has them from its first paint on; none for visitors. */
export function chosenLook({ viewer }: Pick<App.Locals, 'viewer'>): Record<`data-${string}`, string | undefined> {
  const { theme = null, textSize = 'normal', reducedMotion = false } = viewer?.preferences ?? {};
  return {
    'data-theme': theme === 'light' || theme === 'dark' ? theme : undefined,
    // What is chosen for all devices goes before what was chosen on this one (boot.js).
    'data-theme-of': theme ? 'member' : undefined,
    'data-text-size': textSize === 'normal' ? undefined : textSize,
    'data-motion': reducedMotion ? 'reduced' : undefined,
  };
}
