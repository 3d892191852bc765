/**
 * Runs before the first paint, and stands in the page alone. The theme and whether somebody is signed in, from cookies, so
 * that nothing flashes. Buttons pressed before the page can answer are kept, and pressed once it can (`pageanswers`).
 */
export const earlyScript = `(function(d){var e=d.documentElement,c=d.cookie;function g(n){var m=c.match(new RegExp('(?:^|; )'+n.replace('.','\\\\.')+'=([^;]*)'));try{return m?JSON.parse(decodeURIComponent(m[1])).state:{}}catch(_){return{}}}
var t=g('sitwell.preferences').theme;if(t==='light'||t==='dark')e.dataset.theme=t;e.dataset.signedIn=g('sitwell.hint').accountId?'yes':'no';
var p=new Set;function k(v){var b=v.target.closest('button[type=button]');if(b)p.add(b)}addEventListener('click',k);addEventListener('pageanswers',function(){removeEventListener('click',k);setTimeout(function(){p.forEach(function(b){if(b.isConnected)b.click()})})},{once:true})})(document)`
