import { paths } from '#web/paths.ts'
import type { IconName } from '#web/ui/icon.tsx'

export type Section = { to: string; label: string; icon: IconName }

/** The sections of the account, in the groups in which the overview and the menu at the side show them. */
export const sections = {
  profile: { to: paths.profile(), label: 'Profile', icon: 'circle-user-round' },
  pets: { to: paths.ownPets(), label: 'Pets', icon: 'paw-print' },
  home: { to: paths.household(), label: 'Address and codes', icon: 'key-round' },
  circle: { to: paths.circle(), label: 'Care circle', icon: 'heart-handshake' },
  sitting: { to: paths.sitting(), label: 'Sitting', icon: 'dog' },
  statements: { to: paths.statement(), label: 'Statements', icon: 'wallet' },
  notices: { to: paths.noticeSettings(), label: 'Notification settings', icon: 'bell' },
  security: { to: paths.security(), label: 'Security and sign-in', icon: 'shield-check' },
  data: { to: paths.ownData(), label: 'Privacy and data', icon: 'eye' },
  developers: { to: paths.developers(), label: 'For developers', icon: 'monitor-smartphone' },
} as const satisfies Record<string, Section>

export type SectionName = keyof typeof sections
