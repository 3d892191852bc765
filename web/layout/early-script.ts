/** Sets the theme and the signed-in state from cookies before the first paint, so that nothing flashes. */
const applyPreferences = `(function(d){var e=d.documentElement,c=d.cookie;function g(n){var m=c.match(new RegExp('(?:^|; )'+n.replace('.','\\\\.')+'=([^;]*)'));try{return m?JSON.parse(decodeURIComponent(m[1])).state:{}}catch(_){return{}}}
var t=g('sitwell.preferences').theme;if(t==='light'||t==='dark')e.dataset.theme=t;e.dataset.signedIn=g('sitwell.hint').accountId?'yes':'no'})(document);`

/**
 * Replays a click on a button that is not hydrated yet, because the connection is slow or its code loads late. Only the
 * last click is replayed, once React has attached its props to the button, and not after ten seconds. If React handled
 * the click itself, the props are attached by the end of the same task. Submit buttons need no replay, because forms
 * work without JavaScript.
 */
const replayEarlyClick = `(function(w){var last;function held(b){return Object.keys(b).some(function(k){return k.startsWith('__reactProps')})}
w.addEventListener('click',function(c){var b=last=c.target.closest&&c.target.closest('button[type=button]'),until=Date.now()+1e4;if(!b||held(b))return;
setTimeout(function(){if(!held(b))(function wait(){if(last!==b||!b.isConnected||Date.now()>until)return;held(b)?b.click():setTimeout(wait,30)})()})},true)})(window);`

/** Runs before the first paint. It is inlined in the HTML and in no bundle. */
export const earlyScript = `${applyPreferences}
${replayEarlyClick}`
