import { Link } from 'react-router'
import type { SitterDraft } from '#contract/sitters/drafts.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { paths } from '#web/paths.ts'
import { sitterStatusDisplays } from '#web/sitters/own/status-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'

/** The user's sitter profile, or an invitation to create one. */
export function SittingSection({ sitter, draft }: { sitter: Sitter | null; draft: SitterDraft | null }) {
  return (
    <Card as="section" aria-labelledby="sitting" className="grid gap-4">
      <h2 id="sitting" className="text-xl">
        {sitter ? 'Your sitter profile' : 'Become a sitter'}
      </h2>
      {sitter ? <OwnProfile sitter={sitter} /> : <Invitation draft={draft} />}
    </Card>
  )
}

function OwnProfile({ sitter }: { sitter: Sitter }) {
  const { words, tone, meaning } = sitterStatusDisplays[sitter.status]
  const missing = sitter.own?.missing ?? []
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-semibold">{sitter.headline || sitter.name}</p>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <p className="text-[0.9375rem] text-ink-2">
        {meaning}
        {missing.length > 0 &&
          ` Still missing: ${missing.map(({ message }) => message.toLowerCase()).join(', ')}.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.today()} className={buttonStyle({ kind: 'primary' })}>
          Today
        </Link>
        <Link to={paths.requests()} className={buttonStyle()}>
          Requests
        </Link>
        <Link to={paths.onDuty()} className={buttonStyle()}>
          On duty
        </Link>
        <Link to={paths.ownSitter(sitter.id)} className={buttonStyle()}>
          Edit profile
        </Link>
        <Link to={paths.calendar()} className={buttonStyle()}>
          Calendar
        </Link>
        <Link to={paths.earnings()} className={buttonStyle()}>
          Earnings
        </Link>
      </div>
    </>
  )
}

function Invitation({ draft }: { draft: SitterDraft | null }) {
  const hasDraft = draft?.savedAt != null
  return (
    <>
      <Portrait
        seed={{ id: 'invitation', species: 'dog', coat: 'brown and white', ears: 'floppy' }}
        className="h-24 w-27 rounded-picture"
      />
      <p className="text-[0.9375rem] text-ink-2">
        {hasDraft
          ? 'Your profile is half finished. What you entered is saved, on every device.'
          : 'Welcome pets to your home, or visit them in theirs. You set the days, the prices and which pets you take.'}
      </p>
      <Link
        to={paths.newSitter(hasDraft ? draft.step || undefined : undefined)}
        className={buttonStyle({ className: 'justify-self-start' })}
      >
        {hasDraft ? 'Continue your profile' : 'Become a sitter'}
      </Link>
    </>
  )
}
