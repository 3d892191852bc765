import { type NoticeChannel, type NoticeTopic, topicRules } from '#contract/notices/kinds.ts'

/** A choice that differs from the default. */
export type Choice = { topic: string; channel: string; is_on: boolean }

/** True if this channel cannot be switched off for the topic. */
export const isFixed = (topic: NoticeTopic, channel: NoticeChannel): boolean =>
  topicRules[topic].always.includes(channel)

/** Returns whether notices of a topic use a channel, given the person's choices. */
export function usesChannel(topic: NoticeTopic, channel: NoticeChannel, choices: readonly Choice[]): boolean {
  if (isFixed(topic, channel)) return true
  const chosen = choices.find((choice) => choice.topic === topic && choice.channel === channel)
  return chosen?.is_on ?? topicRules[topic].byDefault.includes(channel)
}
