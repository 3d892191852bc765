import { useState } from 'react'
import type { Block } from '#contract/blocks.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatDay } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

/** The people this account has blocked; renders nothing if there are none. */
export function BlocksSection({ initial }: { initial: Block[] }) {
  const [blocks, setBlocks] = useState(initial)
  const { pending, errors, attempt, run } = useSaving()
  const read = async () => setBlocks((await api('GET /v1/blocks', {})).items)
  if (blocks.length === 0) return null

  const unblock = async ({ accountId, name }: Block) => {
    const isDone = await run(async () => {
      await api('DELETE /v1/blocks/:accountId', { params: { accountId } })
      await read()
    })
    if (!isDone) return
    await toastWithUndo(`${name} is no longer blocked.`, () =>
      run(async () => {
        await api('POST /v1/blocks', { body: { accountId } })
        await read()
      }),
    )
  }
  return (
    <Card as="section" aria-labelledby="blocks" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="blocks" className="text-xl">
          People you have blocked
        </h2>
        <p className="text-sm text-ink-2">
          They cannot write to you or ask you for a booking, and we do not tell them. Agreed bookings go
          ahead.
        </p>
      </div>
      <ErrorSummary errors={errors} attempt={attempt} />
      <ul className="grid gap-2">
        {blocks.map((block) => (
          <li key={block.accountId} className="flex flex-wrap items-center justify-between gap-3">
            <span className="dots">
              <span className="font-medium">{block.name}</span>
              <span className="text-sm text-ink-2">since {formatDay(block.blockedAt.slice(0, 10))}</span>
            </span>
            <Button size="small" pending={pending && 'Unblocking…'} onClick={() => void unblock(block)}>
              Unblock
              <span className="sr-only"> {block.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
