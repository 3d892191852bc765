import { type NoticeChannel, type NoticeTopic, topicRules } from '#contract/notices/kinds.ts'

/** What somebody has chosen otherwise than it usually is. */
export type Choice = { topic: string; channel: string; is_on: boolean }

/** May it be switched off at all? */
export const isFixed = (topic: NoticeTopic, channel: NoticeChannel): boolean =>
  topicRules[topic].always.includes(channel)

/** Whether news of a topic go by a channel to whoever has chosen so. */
export function goesBy(topic: NoticeTopic, channel: NoticeChannel, choices: readonly Choice[]): boolean {
  if (isFixed(topic, channel)) return true
  const chosen = choices.find((choice) => choice.topic === topic && choice.channel === channel)
  return chosen?.is_on ?? topicRules[topic].usually.includes(channel)
}
