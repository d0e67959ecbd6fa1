/** Runs a function when the page becomes visible: browsers prerender pages before they are opened. */
export function whenVisible(run: () => void): void {
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
