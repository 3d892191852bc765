import type { Account } from '#contract/accounts.ts'
import { pagesOf } from '#web/beside/at-hand/pages.ts'
import { isApple } from '#web/beside/at-hand/shortcut.ts'

type Key = {
  keys: readonly string[]
  /** Whether the keys are pressed one after the other; otherwise each of them does the same. */
  joint?: 'then'
  does: string
}
export type KeyGroup = { title: string; keys: readonly Key[] }

const inParts: readonly KeyGroup[] = [
  {
    title: 'Calendars',
    keys: [
      { keys: ['←', '→'], does: 'Previous or next day' },
      { keys: ['↑', '↓'], does: 'Same day of the previous or next week' },
      { keys: ['Home', 'End'], does: 'First or last day of the week' },
      { keys: ['Page Up', 'Page Down'], does: 'Previous or next month' },
      { keys: ['Enter', 'Space'], does: 'Choose the day; in your own calendar, open or close it' },
      { keys: ['Shift + arrow'], does: 'Select several days in your own calendar' },
    ],
  },
  {
    title: 'Lists, photos and messages',
    keys: [
      { keys: ['↑', '↓'], does: 'Move through suggestions and menus' },
      { keys: ['←', '→'], does: 'Previous or next photo' },
      { keys: ['Enter'], does: 'Send a message' },
      { keys: ['Shift + Enter'], does: 'Start a new line in a message' },
    ],
  },
]

/** The groups of keys that work for a person, or for somebody who is not signed in. */
export function keyGroups(viewer: Pick<Account, 'sitterId' | 'roles'> | null): readonly KeyGroup[] {
  const command = isApple() ? '⌘' : 'Ctrl'
  const find: Key = { keys: [`${command} + K`], does: 'Find a booking, person, page or action' }
  const everywhere: Key[] = [
    ...(viewer ? [find] : []),
    { keys: [`${command} + Z`], does: 'Undo what you have just done' },
    { keys: ['Alt + T'], does: 'Go to the messages at the edge of the screen' },
    { keys: ['Esc'], does: 'Close a dialog, menu or list' },
    { keys: ['?'], does: 'Show these keys' },
  ]
  const goTo = (viewer ? pagesOf(viewer) : []).flatMap(({ key, label }): Key[] =>
    key ? [{ keys: ['G', key.toUpperCase()], joint: 'then', does: label }] : [],
  )
  return [
    { title: 'Everywhere', keys: everywhere },
    ...(goTo.length > 0 ? [{ title: 'Go to a page', keys: goTo }] : []),
    ...inParts,
  ]
}
