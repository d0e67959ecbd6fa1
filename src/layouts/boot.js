// Runs before the first paint, so it must stay small. If storage is blocked, the system preference and the URL decide.
try {
  // The theme chosen on this device, unless the server knows what the member has chosen for all of them (chosen-look.ts).
  var choice = localStorage.getItem('theme');
  if ((choice === 'light' || choice === 'dark') && !document.documentElement.dataset.themeOf)
    document.documentElement.dataset.theme = choice;
  // The server redirects by the cookie. If the cookie was deleted, the stored language restores it.
  var arrives = document.referrer.indexOf(location.origin + '/') !== 0;
  if (arrives && localStorage.getItem('lang') === 'en' && document.cookie.indexOf('i18n_redirected=') < 0) {
    document.cookie = 'i18n_redirected=en; max-age=31536000; path=/; samesite=lax';
    var path = location.pathname;
    if (!/^\/en(\/|$)/.test(path)) location.replace('/en' + path.replace(/^\/$/, '') + location.search + location.hash);
  }
} catch (e) {}
