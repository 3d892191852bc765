type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/** Whether the device is one of Apple's, where ⌘ takes the place of Ctrl. */
export const isApple = (): boolean => /Mac|iP/.test(navigator.platform)

/** A letter with Ctrl, or with ⌘ on Apple's devices, where Ctrl K deletes to the end of the line in a field. */
export const isShortcut = (event: Pressed, letter: string): boolean =>
  event.key.toLowerCase() === letter &&
  (isApple() ? event.metaKey : event.ctrlKey) &&
  !(event.altKey || event.shiftKey || event.repeat)

/** Whether typed keys are meant for a field, or for a dialog, which has keys of its own. */
export const isTypingIn = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="textbox"], dialog') !== null
