/** What a check has found. A skipped check had no answer to an earlier question. */
export type State = 'ok' | 'warning' | 'fault' | 'not configured' | 'skipped'

export type Finding = {
  state: State
  says: string
  /** What to do about it. */
  advice?: string
}

export const ok = (says: string): Finding => ({ state: 'ok', says })
export const warning = (says: string, advice: string): Finding => ({
  state: 'warning',
  says: sentenceOf(says),
  advice,
})
export const fault = (says: string, advice: string): Finding => ({
  state: 'fault',
  says: sentenceOf(says),
  advice,
})
export const notConfigured = (says: string): Finding => ({ state: 'not configured', says })
export const skipped = (says: string): Finding => ({ state: 'skipped', says })

/** Ends the text with a full stop, which messages of other programs lack, because advice follows it. */
const sentenceOf = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** "1 day", "3 days". */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`
