import type { Open } from '#contract/settings.ts'
import { Notice } from '#web/ui/notice.tsx'

const words: Partial<Record<keyof Open, string>> = {
  signUp: 'New accounts cannot be created at the moment',
  sitters: 'New sitter profiles cannot be published at the moment',
  requests: 'Requests cannot be sent at the moment',
  questions: 'Questions to new sitters cannot be sent at the moment',
}

export default function ClosedNotice({ what, open }: { what: keyof Open; open: Open }) {
  const title = open[what] === 'invited' ? 'New accounts are only for people with an invitation' : words[what]
  const more = open[what] === 'invited' ? 'Open the link that somebody has sent you. ' : ''
  return (
    <Notice kind="warning" title={title}>
      {(more || open.note) && `${more}${open.note}`}
    </Notice>
  )
}
