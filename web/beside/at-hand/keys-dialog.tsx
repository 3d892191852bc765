import { Fragment } from 'react'
import { accountStore } from '#web/accounts/account-store.ts'
import { keyGroups } from '#web/beside/at-hand/keys.ts'
import { preferences } from '#web/persisted.ts'
import { Switch } from '#web/ui/forms/switch.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** Lists the keys of the whole site, with the switch for those that are pressed alone. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const account = accountStore((state) => state.account)
  const isOff = preferences((state) => state.noSingleKeys ?? false)
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="large">
      <div className="gap-10 sm:columns-2">
        {keyGroups(account).map(({ title, keys }) => (
          <section key={title} className="mb-6 break-inside-avoid">
            <h3 className="mb-2 text-base">{title}</h3>
            <dl className="grid gap-1.5 text-sm">
              {keys.map(({ keys: names, joint, does }) => (
                <div key={does} className="flex items-baseline justify-between gap-4">
                  <dt className="order-last shrink-0">
                    {names.map((name, index) => (
                      <Fragment key={name}>
                        {index > 0 && <span className="text-ink-2">{joint ? ' then ' : ' or '}</span>}
                        <kbd className="rounded-control border border-control bg-paper px-1.5 py-0.5">
                          {name}
                        </kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd className="text-ink-2">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className="mt-4 border-t pt-5"
        label="Single keys"
        hint="Switch them off if you dictate text, or press them by accident. Keys with Ctrl, Alt or ⌘ always work."
        checked={!isOff}
        onChange={({ currentTarget }) => preferences.setState({ noSingleKeys: !currentTarget.checked })}
      />
    </Dialog>
  )
}
