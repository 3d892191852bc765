/** The theme and whether somebody is signed in, from cookies, so that nothing flashes. */
const look = `(function(d){var e=d.documentElement,c=d.cookie;function g(n){var m=c.match(new RegExp('(?:^|; )'+n.replace('.','\\\\.')+'=([^;]*)'));try{return m?JSON.parse(decodeURIComponent(m[1])).state:{}}catch(_){return{}}}
var t=g('sitwell.preferences').theme;if(t==='light'||t==='dark')e.dataset.theme=t;e.dataset.signedIn=g('sitwell.hint').accountId?'yes':'no'})(document);`

/**
 * A press on a button that is drawn but has no code yet would be lost, on a slow line or when its part comes late. The last
 * one is pressed again once React has put its hold on the button; where that takes ten seconds, nobody expects it any more.
 * A press that React took by itself has the hold by the end of its turn. A button that sends a form works without code.
 */
const press = `(function(w){var last;function held(b){return Object.keys(b).some(function(k){return k.startsWith('__reactProps')})}
w.addEventListener('click',function(c){var b=last=c.target.closest&&c.target.closest('button[type=button]'),until=Date.now()+1e4;if(!b||held(b))return;
setTimeout(function(){if(!held(b))(function wait(){if(last!==b||!b.isConnected||Date.now()>until)return;held(b)?b.click():setTimeout(wait,30)})()})},true)})(window);`

/** Runs before the first paint. It stands in the page alone, and in no bundle. */
export const earlyScript = `${look}
${press}`
