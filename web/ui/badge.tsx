import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type Tone = 'neutral' | 'green' | 'gold' | 'rust'

export const toneStyles: Record<Tone, string> = {
  neutral: 'bg-line text-ink',
  green: 'bg-green-soft text-green',
  gold: 'bg-gold-soft text-gold-ink',
  rust: 'bg-rust-soft text-rust',
}

type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string | undefined }

/** A fact or state in one or two words. The meaning is in the text, not only in the colour. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span className={cx('badge', toneStyles[tone], className)}>
      {icon}
      {children}
    </span>
  )
}
