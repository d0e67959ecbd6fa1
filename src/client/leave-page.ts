/** A page to navigate to. */
export type NextPage = {
  path: string;
  /** Replaces the history entry, so that "back" does not return to this page. */
  replace?: boolean;
};

/**
 * Navigates to another page. Settles only when the browser restores this page from its cache: callers stay pending
 * until the next page has loaded, and work again after "back".
 */
export function leavePage({ path, replace = false }: NextPage): Promise<void> {
  if (replace) location.replace(path);
  else location.assign(path);
  return new Promise((resolve) => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) resolve();
    });
  });
}
