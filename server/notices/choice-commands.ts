import { noticeKinds, type NoticeTopic, noticeTopics } from '#contract/notices/kinds.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { isFixed } from '#server/notices/choice.ts'
import * as store from '#server/notices/store.ts'
import { readUnsubscribeToken, type Unsubscribed } from '#server/notices/unsubscribe.ts'

/** The topics whose mails a digest collects. */
const collectedTopics = noticeTopics.filter((topic) =>
  Object.values(noticeKinds).some((kind) => kind.topic === topic && kind.urgency === 'later'),
)

const endedBy = (end: Unsubscribed): readonly NoticeTopic[] =>
  (end === 'digest' ? collectedTopics : [end]).filter((topic) => !isFixed(topic, 'mail'))

/** Returns which mails the token unsubscribes from; null if the token was not issued here. */
export const readUnsubscribe = ({ site }: Pick<Deps, 'site'>, token: string): Unsubscribed | null =>
  readUnsubscribeToken(token, site.secret)?.end ?? null

/** Switches mails off or on again, any number of times and without a sign-in. Returns null for a forged token. */
export async function chooseMailByToken(
  deps: Deps,
  token: string,
  isOn: boolean,
): Promise<Unsubscribed | null> {
  const read = readUnsubscribeToken(token, deps.site.secret)
  if (!read) return null
  const { accountId, end } = read
  await ensureTransaction(deps, async ({ db }) => {
    if (!(await store.findRecipient(db, accountId))) return
    for (const topic of endedBy(end)) await store.saveChoice(db, accountId, topic, 'mail', isOn)
  })
  return end
}
