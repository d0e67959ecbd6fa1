/** A page to go on to. */
export type NextPage = {
  path: string;
  /** This page does not stay in the history: "back" must not lead to it. */
  replace?: boolean;
};

/**
 * Goes to another page. Settles only when the browser brings this page back from its cache: what waits for it stays busy
 * until the next page is there, and works again after "back".
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
