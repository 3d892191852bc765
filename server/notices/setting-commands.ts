import type { z } from 'zod'
import { noticeTopics } from '#contract/notices/kinds.ts'
import type { changeNoticeSettings, NoticeSettings } from '#contract/notices/notices.ts'
import { isStaff } from '#contract/staff/codes.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { usesChannel, isFixed } from '#server/notices/choice.ts'
import { pushKeysOf, viewDevice } from '#server/notices/device-commands.ts'
import * as devices from '#server/notices/device-store.ts'
import * as settings from '#server/notices/setting-store.ts'
import * as store from '#server/notices/store.ts'
import { topicWords } from '#server/notices/words.ts'
import { currentSettings } from '#server/settings/commands.ts'

export async function showOwnSettings(deps: Deps, viewer: Viewer): Promise<NoticeSettings> {
  const { accountId } = viewer
  const [recipient, own, listed, { publicKey }] = await Promise.all([
    recipientOf(deps.db, accountId),
    settings.findSetting(deps.db, accountId),
    devices.listDevices(deps.db, accountId),
    pushKeysOf(deps),
  ])
  const { choices } = recipient
  const state = (topic: (typeof noticeTopics)[number], channel: 'app' | 'mail' | 'push') => ({
    isOn: usesChannel(topic, channel, choices),
    isFixed: isFixed(topic, channel),
  })
  return {
    topics: noticeTopics
      .filter((topic) => topic !== 'operation' || isStaff(viewer.roles))
      .map((topic) => ({
        topic,
        label: topicWords[topic].label,
        hint: topicWords[topic].hint,
        channels: {
          app: state(topic, 'app'),
          mail: state(topic, 'mail'),
          push: state(topic, 'push'),
        },
      })),
    ...viewDelivery(own),
    timeZone:
      recipient.time_zone ?? recipient.chosen_zone ?? (await currentSettings(deps.db)).settings.timeZone,
    pushKey: publicKey,
    devices: listed.map(viewDevice),
    version: own?.version ?? 0,
  }
}

type Setting = Awaited<ReturnType<typeof settings.findSetting>>

const viewDelivery = (own: Setting) => ({
  quietHours: own?.quiet_from && own.quiet_to ? { from: own.quiet_from, to: own.quiet_to } : null,
  digest: own?.digest ?? 'off',
  digestTime: own?.digest_time ?? '08:00',
  pushShowsTitle: own?.push_shows_title ?? false,
})

async function recipientOf(db: Db, accountId: string) {
  const recipient = await store.findRecipient(db, accountId)
  if (!recipient) throw new Problem('account-not-found')
  return recipient
}

type Changes = z.output<typeof changeNoticeSettings.body>

export function changeOwnSettings(deps: Deps, viewer: Viewer, changes: Changes): Promise<NoticeSettings> {
  const { accountId } = viewer
  const refused = changes.choices.find(({ topic, channel, isOn }) => !isOn && isFixed(topic, channel))
  if (refused)
    throw new Problem('notice-fixed', {
      detail: `"${topicWords[refused.topic].label}" is always sent this way, because both sides need it in writing.`,
    })
  return ensureTransaction(deps, async (deps) => {
    await settings.lockAccount(deps.db, accountId)
    const version = (await settings.findSetting(deps.db, accountId))?.version ?? 0
    if (changes.version !== version)
      throw new Problem('version-stale', {
        detail: 'Read the settings again and repeat your change.',
        version,
      })
    await settings.saveSetting(deps.db, accountId, settingChangesOf(changes), version + 1, deps.now())
    for (const { topic, channel, isOn } of changes.choices)
      if (!isFixed(topic, channel)) await store.saveChoice(deps.db, accountId, topic, channel, isOn)
    return showOwnSettings(deps, viewer)
  })
}

const settingChangesOf = ({
  quietHours,
  digest,
  digestTime,
  pushShowsTitle,
  timeZone,
}: Changes): settings.SettingChanges => ({
  ...(quietHours === undefined
    ? {}
    : { quiet_from: quietHours?.from ?? null, quiet_to: quietHours?.to ?? null }),
  ...(digest === undefined ? {} : { digest }),
  ...(digestTime === undefined ? {} : { digest_time: digestTime }),
  ...(pushShowsTitle === undefined ? {} : { push_shows_title: pushShowsTitle }),
  ...(timeZone === undefined ? {} : { time_zone: timeZone }),
})
