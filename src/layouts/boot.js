// Runs before the first paint, so it must stay small. If storage is blocked, the system preference and the URL decide.
try {
  // The user's theme, otherwise the system preference (no attribute).
  var choice = localStorage.getItem('theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
  // The stored language, if the user arrives at the landing page from another site (spec section 1).
  var arrives = document.referrer.indexOf(location.origin + '/') !== 0;
  if (arrives && location.pathname === '/' && localStorage.getItem('lang') === 'en')
    location.replace('/en' + location.search);
} catch (e) {}
