/**
 * Runs before the first paint, and stands in the page alone. The theme and whether somebody is signed in, from cookies, so
 * that nothing flashes. A button pressed before its part of the page is React's own is pressed again once it is, for up to
 * 20 seconds (decision 64).
 */
export const earlyScript = `(function(d){var e=d.documentElement,c=d.cookie;function g(n){var m=c.match(new RegExp('(?:^|; )'+n.replace('.','\\\\.')+'=([^;]*)'));try{return m?JSON.parse(decodeURIComponent(m[1])).state:{}}catch(_){return{}}}
var t=g('sitwell.preferences').theme;if(t==='light'||t==='dark')e.dataset.theme=t;e.dataset.signedIn=g('sitwell.hint').accountId?'yes':'no';
function own(b){return Object.keys(b).some(function(k){return!k.indexOf('__reactProps')})}
var w=new WeakSet;addEventListener('click',function(v){var b=v.target.closest('button[type=button]'),n=400;if(!b||own(b)||w.has(b))return;w.add(b);
var i=setInterval(function(){var o=own(b);if(o||!b.isConnected||!--n){clearInterval(i);w.delete(b);if(o)b.click()}else dispatchEvent(new Event('pressed'))},50)})})(document)`
