/** Runs something once somebody sees the page: a browser may open one ahead, before anybody has asked for it. */
export function whenVisible(run: () => void): void {
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
