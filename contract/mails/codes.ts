/**
 * What became of a mail: `given_up` waits for a decision of staff, `left` is one that they decided to leave unsent, and
 * `suppressed` was not sent because its address gets no mail.
 */
export const deskMailStates = ['given_up', 'waiting', 'sent', 'suppressed', 'left'] as const
export const deskMailSorts = ['createdAt', '-createdAt', 'triedAt', '-triedAt', 'to', '-to'] as const

/** Why an address gets no more mail: mails came back, somebody called one spam, or staff have stopped them. */
export const suppressionCauses = ['bounce', 'complaint', 'manual'] as const
