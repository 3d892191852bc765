import { useEffect, useEffectEvent, useState } from 'react'
import type { FavouriteList } from '#contract/favourite-lists.ts'
import { listWords } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { addFavourite, loadFavourites, sitterInLists, useOwnFavourites } from '#web/favourites/favourites.ts'
import { createList, loadLists, useOwnLists } from '#web/favourites/lists.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type SitterListsProps = { accountId: string; sitter: { id: string; name: string } }

type Saving = ReturnType<typeof useSaving>

const formId = 'sitter-lists'

const close = () => sitterInLists.setState(null, true)

/** The lists of the account that have a name, and those of the sitter; null until loaded. */
function useListsOf({ accountId, sitter: { id } }: SitterListsProps, run: Saving['run']) {
  const lists = useOwnLists(accountId)
  const favourites = useOwnFavourites(accountId)
  const load = useEffectEvent(() =>
    run(() => Promise.all([loadLists(accountId), favourites ?? loadFavourites(accountId)])),
  )
  useEffect(() => void load(), [])
  if (!lists || !favourites) return null
  return {
    own: lists.filter(({ isEverything }) => !isEverything),
    listIds: favourites.find(({ sitterId }) => sitterId === id)?.listIds ?? [],
  }
}

/** Dialog in which a person chooses the lists that a sitter is on. Saving also makes the sitter a favourite. */
export default function SitterLists({ accountId, sitter }: SitterListsProps) {
  const { id, name } = sitter
  const [changed, setChanged] = useState<readonly string[] | null>(null)
  const [newName, setNewName] = useState('')
  const { pending, errors, attempt, run, errorFor } = useSaving()
  const known = useListsOf({ accountId, sitter }, run)
  const own = known?.own ?? []
  const chosen = changed ?? known?.listIds ?? []

  const save = () =>
    run(async () => {
      const wanted = newName.trim()
      const created = wanted ? [await createList(accountId, wanted)] : []
      const listIds = [...chosen, ...created.map((list) => list.id)]
      // If the next call fails, another attempt must not create the list again.
      setChanged(listIds)
      setNewName('')
      await addFavourite(id, { listIds })
      close()
      const names = [...own, ...created].filter((list) => listIds.includes(list.id)).map((list) => list.name)
      const toast = await loadToast()
      toast.success(`${name} is saved to ${listWords(['Favourites', ...names])}`)
    })

  return (
    <Dialog
      open
      onClose={close}
      title={`Lists for ${name}`}
      footer={<Buttons isKnown={known !== null} pending={pending} />}
    >
      <form
        id={formId}
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        <p className="text-ink-2">{`Everybody you save is on Favourites. Put ${name} on other lists as well:`}</p>
        <Choices {...{ own, chosen }} onChange={setChanged} />
        <TextField
          label="A new list"
          optional
          name="name"
          maxLength={60}
          autoComplete="off"
          value={newName}
          error={errorFor('name')}
          onChange={(event) => setNewName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

const Buttons = ({ isKnown, pending }: { isKnown: boolean; pending: boolean }) => (
  <>
    <Button onClick={close}>Cancel</Button>
    <Button
      type="submit"
      form={formId}
      kind="primary"
      disabled={!isKnown}
      pending={isKnown && pending && 'Saving…'}
    >
      Save
    </Button>
  </>
)

type ChoicesProps = {
  own: readonly FavouriteList[]
  chosen: readonly string[]
  onChange: (listIds: string[]) => void
}

function Choices({ own, chosen, onChange }: ChoicesProps) {
  if (own.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Your lists</legend>
      {own.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}
