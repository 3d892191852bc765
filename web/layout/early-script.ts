import { pathsOf } from '#web/beside/sitting/mode-paths.ts'

/**
 * Sets the theme, the side of the navigation, whether the map is hidden, and the signed-in state before the first paint,
 * so that nothing flashes or moves: from cookies, and from the address for the side.
 */
const applyPreferences =
  () => `(function(d){var e=d.documentElement,c=d.cookie;function g(n){var m=c.match(new RegExp('(?:^|; )'+n.replace('.','\\\\.')+'=([^;]*)'));try{return m?JSON.parse(decodeURIComponent(m[1])).state:{}}catch(_){return{}}}
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
 *   browser's own, in case the code never loads. A press counts as early if it began before the hydration: its click then
 *   goes to the field, because the focused field is not covered.
 *
 * A link to a part of the page scrolls there itself: the browser would add an entry to the history, to which the router
 * navigates at once, and React would then replace the parts that are not hydrated yet by their skeletons.
 *
 * React has handled an event if it has attached its props to the element and has not stopped the event. It attaches the
 * props while it hydrates a part, and until that is finished it stops events and forgets them; so the event is looked at
 * after React's own listener, on the document too. Each replay waits for the props, and for ten seconds at most; if React
 * stops the replay as well, that is replayed in turn.
 */
const replayEarlyActions = `((w,d)=>{var last,begun,fields=new Map,
held=e=>Object.keys(e).some(k=>k.startsWith('__reactProps')),
after=(type,act)=>w.addEventListener(type,v=>d.addEventListener(type,n=>n===v&&act(v,v.target,e=>held(e)&&(!v.cancelBubble||v.defaultPrevented)),{capture:true,once:true}),true),
whenHeld=(e,goesOn,act)=>{var until=Date.now()+1e4,wait=()=>{if(goesOn()&&e.isConnected&&Date.now()<until)held(e)?act():setTimeout(wait,30)};setTimeout(wait,30)},
replay=(e,act)=>{last=w.replaying=e;whenHeld(e,()=>last===e,()=>{w.replaying=null;act()})},
isTicked=e=>e.type==='checkbox'||e.type==='radio',
note=(e,isDone)=>{if(isDone(e))fields.delete(e);else{var isNew=!fields.has(e);fields.set(e,[e.value,e.checked]);isNew&&whenHeld(e,()=>fields.has(e),()=>enter(e))}},
enter=e=>{var [v,ticked]=fields.get(e),send=type=>e.dispatchEvent(new Event(type,{bubbles:true}));fields.delete(e);
if(isTicked(e)){e.checked=!ticked;e.click()}else{e.value=v+' ';Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e),'value').set.call(e,v);send('input');e.options&&send('change')}};
w.addEventListener('pointerdown',({target:t})=>begun=t.type==='date'&&!held(t)&&t,true);
after('click',(c,t,isDone)=>{var b=t.closest?.('button[type=button]'),isDate=!b&&t.type==='date'&&(c.isTrusted?c.pointerType&&last!==t:last===t);
if(isDate)b=t;
var isOpen=b&&!isDone(b),isEarly=isDate&&c.isTrusted&&t===begun;
if(isEarly||isDate&&isOpen)c.preventDefault();
if(isOpen)replay(b,()=>b.click());else{last=0;isEarly&&t.click()}
isTicked(t)&&note(t,isDone);
var a=t.closest?.('a[href^="#"]'),p=a&&d.getElementById(decodeURIComponent(a.hash.slice(1)));
if(p&&!c.ctrlKey&&!c.metaKey&&!c.shiftKey){c.preventDefault();history.replaceState(history.state,'',a.hash);p.scrollIntoView();if(p.tabIndex<0)p.tabIndex=-1;p.focus({preventScroll:true})}});
after('input',(i,e,isDone)=>'value' in e&&!isTicked(e)&&note(e,isDone));
after('submit',(s,f,isDone)=>{if(f.hasAttribute('action')||isDone(f))return;s.preventDefault();replay(f,()=>{fields.forEach((_,e)=>enter(e));f.requestSubmit(s.submitter)})})})(window,document);`

/** Records the keys that are pressed until the code that acts on them has loaded. */
const recordKeys = `(function(w){var k=w.earlyKeys=[];k.keep=function(e){k.push(e)};w.addEventListener('keydown',k.keep,true)})(window);`

/** Notes whether a pointer is pressed, until the click that follows, or until that has been replayed. */
const recordPress = `(function(w){var isDown;function note(type,isPressed){w.addEventListener(type,function(){isPressed?isDown=true:setTimeout(function(){isDown=false})},true)}note('pointerdown',true);note('pointerup',false);note('pointercancel',false);w.isPressed=function(){return isDown||w.replaying&&w.replaying.isConnected}})(window);`

/** Runs before the first paint. It is inlined in the HTML and in no bundle. */
export const earlyScript = () => `${applyPreferences()}
${replayEarlyActions}
${recordKeys}
${recordPress}`
