// Runs before the first paint, so it stays tiny. Storage may be refused: then the system and the address decide.
try {
  // The visitor's own choice of light or dark, else the system's (no attribute).
  var choice = localStorage.getItem('theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
  // The language chosen last, when someone arrives from outside at the front page (spec section 1).
  var arrives = document.referrer.indexOf(location.origin + '/') !== 0;
  if (arrives && location.pathname === '/' && localStorage.getItem('lang') === 'en')
    location.replace('/en' + location.search);
} catch (e) {}
