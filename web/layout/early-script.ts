import { pathsOf } from '#web/beside/sitting/mode-paths.ts'

/**
 * Sets the theme, the side of the navigation, whether the map is hidden, and the signed-in state before the first paint,
 * so that nothing flashes or moves: from cookies, and from the address for the side.
 */
const applyPreferences = `(function(d){var e=d.documentElement,c=d.cookie;function g(n){var m=c.match(new RegExp('(?:^|; )'+n.replace('.','\\\\.')+'=([^;]*)'));try{return m?JSON.parse(decodeURIComponent(m[1])).state:{}}catch(_){return{}}}
var p=g('sitwell.preferences'),t=p.theme,l=location.pathname;if(p.mode)e.dataset.mode=${pathsOf.sitter}.test(l)?'sitter':${pathsOf.owner}.test(l)?'owner':p.mode;if(p.hidesMap)e.dataset.hidesMap='yes';if(t==='light'||t==='dark')e.dataset.theme=t;e.dataset.signedIn=g('sitwell.hint').accountId?'yes':'no'})(document);`

/**
 * Replays what a person does to a part that is not hydrated yet, because the connection is slow or its code loads late:
 *
 * - The last click on a button, or the last submission of a form without an address, which the browser would send to the
 *   page itself with all its fields in the address. Forms with an address work without JavaScript.
 * - What was entered into fields, because React otherwise keeps the state with which it was rendered. The field first
 *   gets another value, so that React notices the event. This comes before a submission. If more is typed before it,
 *   React has handled that with the whole text of the field, and nothing is entered again.
 * - The first press of a date field, which then opens the page's calendar instead of the browser's. A second press is the
 *   browser's own, in case the code never loads.
 *
 * React has handled an event if it has attached its props to the element and has not stopped the event. It attaches the
 * props while it hydrates a part, and until that is finished it stops events and forgets them; so the event is looked at
 * after React's own listener, on the document too. Each replay waits for the props, and for ten seconds at most; if React
 * stops the replay as well, that is replayed in turn.
 */
const replayEarlyActions = `(function(w,d){var last,fields=new Map;
function held(e){return Object.keys(e).some(function(k){return k.startsWith('__reactProps')})}
function after(type,act){w.addEventListener(type,function(v){d.addEventListener(type,function(n){if(n===v)act(v,function(e){return held(e)&&(!v.cancelBubble||v.defaultPrevented)})},{capture:true,once:true})},true)}
function whenHeld(e,goesOn,act){var until=Date.now()+1e4;setTimeout(function wait(){if(!goesOn()||!e.isConnected||Date.now()>until)return;held(e)?act():setTimeout(wait,30)},30)}
function replay(e,act){last=e;whenHeld(e,function(){return last===e},act)}
function isTicked(e){return e.type==='checkbox'||e.type==='radio'}
function note(e,isDone){if(isDone(e)){fields.delete(e);return}var isNew=!fields.has(e);fields.set(e,{value:e.value,checked:e.checked});if(isNew)whenHeld(e,function(){return fields.has(e)},function(){enter(e)})}
function enter(e){var f=fields.get(e),v=f.value,own=Object.getPrototypeOf(e);fields.delete(e);
if(isTicked(e)){e.checked=!f.checked;e.click();return}
e.value=v+' ';Object.getOwnPropertyDescriptor(own,'value').set.call(e,v);e.dispatchEvent(new Event('input',{bubbles:true}));if(e.tagName==='SELECT')e.dispatchEvent(new Event('change',{bubbles:true}))}
after('click',function(c,isDone){var t=c.target,b=t.closest&&t.closest('button[type=button]');if(!b&&t.type==='date'&&(c.isTrusted?c.pointerType==='touch'&&last!==t:last===t)){b=t;if(!isDone(b))c.preventDefault()}
if(b&&!isDone(b))replay(b,function(){b.click()});else last=0;if(isTicked(t))note(t,isDone)});
after('input',function(i,isDone){var e=i.target;if('value' in e&&!isTicked(e))note(e,isDone)});
after('submit',function(s,isDone){var f=s.target,b=s.submitter;if(f.hasAttribute('action')||isDone(f))return;s.preventDefault();replay(f,function(){fields.forEach(function(_,e){enter(e)});f.requestSubmit(b)})})})(window,document);`

/** Records the keys that are pressed until the code that acts on them has loaded. */
const recordKeys = `(function(w){var k=w.earlyKeys=[];k.keep=function(e){k.push(e)};w.addEventListener('keydown',k.keep,true)})(window);`

/** Runs before the first paint. It is inlined in the HTML and in no bundle. */
export const earlyScript = `${applyPreferences}
${replayEarlyActions}
${recordKeys}`
