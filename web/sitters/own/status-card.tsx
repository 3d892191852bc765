import { ShareButton } from '#web/share/share-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from 'react-router'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { useSiteName } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { sitterStatusDisplays } from '#web/sitters/own/status-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

type StatusCardProps = {
  sitter: Sitter
  pending: boolean
  onStatus: (status: 'published' | 'paused') => void
}

/** Whether owners can find the profile, what its status means, and what prevents publication. */
export function StatusCard({ sitter, pending, onStatus }: StatusCardProps) {
  const { status, own, id, name } = sitter
  const { words, tone, meaning } = sitterStatusDisplays[status]
  const missing = own?.missing ?? []
  const siteName = useSiteName()
  const isOut = status === 'published' || status === 'in_review'
  return (
    <Card as="section" aria-label="Status" padding="small" className="grid gap-3 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone={tone}>{words}</Badge>
          </p>
          <p className="text-[0.9375rem] text-ink-2">{meaning}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {status === 'published' && (
            <Link to={paths.sitter(id)} className={buttonStyle()}>
              <Icon name="eye" size={18} />
              See it as owners do
            </Link>
          )}
          {status === 'published' && <ShareButton path={paths.sitter(id)} title={`${name} on ${siteName}`} />}
          <Button
            kind={isOut ? 'secondary' : 'primary'}
            pending={pending && 'Saving…'}
            onClick={() => onStatus(isOut ? 'paused' : 'published')}
          >
            {isOut ? 'Pause my profile' : 'Publish my profile'}
          </Button>
        </div>
      </div>
      {own?.sentBack && (
        <Notice kind="warning" title="We could not publish it yet. This is why:">
          <p className="whitespace-pre-line">{own.sentBack.reason}</p>
          <p className="mt-2">Change it and publish it again. We then check it again.</p>
        </Notice>
      )}
      {missing.length > 0 && (
        <div className="text-[0.9375rem]">
          <p className="font-semibold">Why owners cannot find you yet:</p>
          <ul className="list-disc pl-5">
            {missing.map(({ field, message }) => (
              <li key={field}>
                <Link
                  to={paths.ownSitter(id, field === 'services' ? 'services' : undefined)}
                  className="link"
                >
                  {message}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
