/**
 * Runs before the first paint: the theme and whether somebody is signed in, from cookies, so that nothing flashes.
 * It stands in the page alone, and in no bundle.
 */
export const earlyScript = `(function(d){var e=d.documentElement,c=d.cookie;function g(n){var m=c.match(new RegExp('(?:^|; )'+n.replace('.','\\\\.')+'=([^;]*)'));try{return m?JSON.parse(decodeURIComponent(m[1])).state:{}}catch(_){return{}}}
var t=g('sitwell.preferences').theme;if(t==='light'||t==='dark')e.dataset.theme=t;e.dataset.signedIn=g('sitwell.hint').accountId?'yes':'no'})(document)`
