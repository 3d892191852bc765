import { firstName } from '#contract/words.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Conversation } from '#contract/messages.ts'
import { api } from '#web/api.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { BlockDialog } from '#web/messages/block-dialog.tsx'
import { paths } from '#web/paths.ts'
import { FaceButton } from '#web/files/face-button.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { onPress } from '#web/ui/on-press.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

const ReportDialog = onPress(() => import('#web/reports/report-dialog.tsx'))

type HeadProps = {
  conversation: Conversation
  setConversation: (fresh: Conversation) => void
  /** Announces a text to screen readers. */
  say: (words: string) => void
}

function useThreadActions({ conversation: { id, other }, setConversation, say }: HeadProps) {
  const navigate = useNavigate()
  const archive = async (archived: boolean) => {
    try {
      setConversation(
        await api('PUT /v1/conversations/:conversationId/archived', {
          params: { conversationId: id },
          body: { archived },
        }),
      )
    } catch (error) {
      console.error('The conversation could not be moved.', error)
      ;(await loadToast()).error('That could not be done just now. Nothing was changed; try again.')
      return false
    }
    if (!archived) return say('Moved back to your messages.')
    await toastWithUndo(`The conversation with ${firstName(other.name)} is archived.`, () => archive(false))
    await navigate(paths.messages())
  }
  const unblock = async () => {
    await api('DELETE /v1/blocks/:accountId', { params: { accountId: other.accountId } })
    say(`${other.name} is no longer blocked.`)
  }
  return { archive, unblock }
}

/** The other person, and the actions on the whole conversation. */
export function ThreadHead({ conversation, setConversation, say }: HeadProps) {
  const { other, isArchived, state, role } = conversation
  const { archive, unblock } = useThreadActions({ conversation, setConversation, say })
  const { search } = useLocation()
  const first = firstName(other.name)
  const [isBlocking, setBlocking] = useState(false)
  const [isReporting, setReporting] = useState(false)
  return (
    <header className="flex items-center gap-3 border-b border-line px-4 py-2.5">
      <Link
        to={`${paths.messages()}${search}`}
        className={buttonStyle({ kind: 'quiet', iconOnly: true, className: '-ml-3 lg:hidden' })}
      >
        <Icon name="arrow-left" className="size-5" />
        <span className="sr-only">All messages</span>
      </Link>
      <FaceButton name={other.name} face={other.face} className="size-10" />
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-sans text-lg leading-tight font-semibold">{other.name}</h1>
        <p className="text-sm text-ink-2">
          {other.sitterId ? (
            <Link to={paths.sitter(other.sitterId)} className="link">
              Look at the profile
            </Link>
          ) : role === 'owner' ? (
            'Sitter'
          ) : (
            'Pet owner'
          )}
        </p>
      </div>
      <Menu
        label="More"
        trigger={<Icon name="ellipsis-vertical" className="size-5" />}
        triggerClassName={buttonStyle({ kind: 'quiet', iconOnly: true })}
        renderLink={routerLink}
        entries={[
          isArchived
            ? { label: 'Unarchive', onSelect: () => void archive(false) }
            : { label: 'Archive', onSelect: () => void archive(true) },
          state === 'blocked'
            ? { label: `Unblock ${first}`, onSelect: () => void unblock() }
            : { label: `Block ${first}`, danger: true, onSelect: () => setBlocking(true) },
          { label: `Report ${first}`, danger: true, onSelect: () => setReporting(true) },
        ]}
      />
      {isReporting && (
        <ReportDialog
          reported={{ kind: 'person', id: other.accountId, name: other.name }}
          onClose={() => setReporting(false)}
        />
      )}
      {isBlocking && <BlockDialog person={other} onClose={() => setBlocking(false)} />}
    </header>
  )
}
