import { chromium } from '@playwright/test';
const b = await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']});
const p = await (await b.newContext({viewport:{width:1440,height:900}})).newPage();
p.on('console',m=>console.log('CONSOLE',m.type(), m.text()));p.on('pageerror',e=>console.log('PAGEERROR',e.message));
await p.addInitScript(() => {
  for (const type of ['pointerover','pointerdown','focusin','click','submit']) document.addEventListener(type, (e) => { if (e.target.closest?.('astro-island')) console.log('capture', type, e.target.tagName, performance.now()|0); }, true);
  document.addEventListener('submit', (e) => { console.log('bubble submit prevented=', e.defaultPrevented, performance.now()|0); e.preventDefault(); });
  const orig = HTMLFormElement.prototype.requestSubmit; HTMLFormElement.prototype.requestSubmit = function(){ console.log('requestSubmit', performance.now()|0, Object.keys(this).join()); return orig.call(this); };
});
await p.goto('http://localhost:4670/info/01a201ac-d788-7729-8a7d-328a6951ed11');
console.log(await p.evaluate(() => [...document.querySelectorAll('astro-island')].map(i => i.getAttribute('client')+ ' ' + i.getAttribute('opts'))));
await p.getByRole('button', {name:'发表', exact:true}).click();
await p.waitForTimeout(2500);
console.log(await p.getByRole('alert').allTextContents());
await b.close();
