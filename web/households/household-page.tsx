import { type FormEvent, useState } from 'react'
import type { Household } from '#contract/households/households.ts'
import { useLeaveGuard } from '#web/accounts/leave-guard.tsx'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { fieldsInWords } from '#web/households/household-words.ts'
import { ViewList } from '#web/households/view-list.tsx'
import { ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import type { Route } from './+types/household-page.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = { accountId: ownAccountId(request) }
  return whileSignedIn(request, api('GET /v1/accounts/:accountId/household', { params }))
}
clientLoader.hydrate = true as const

/** Never revalidated, so that typed input stays until it is saved. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ownMeta({
  title: 'Address and codes',
  description: 'What a sitter who comes to your home needs to know.',
  path: paths.household(),
})

export const HydrateFallback = () => (
  <AccountLoading section="home" label="Loading your home" blocks={['h-20', 'h-256']} />
)

type Values = Omit<Household, 'id' | 'version' | 'views' | 'unreadable'>

const valuesOf = ({
  id: _id,
  version: _version,
  views: _views,
  unreadable: _unreadable,
  ...values
}: Household): Values => values

/** What is stored, the values in the form, and whether they were changed. */
function useHousehold(loaded: Household) {
  const [kept, setKept] = useState(loaded)
  const [values, setValues] = useState(() => valuesOf(loaded))
  const [changed, setChanged] = useState(false)
  const { run, errorFor, ...saving } = useSaving()
  const params = { accountId: kept.id }

  const readAgain = async () => setKept(await api('GET /v1/accounts/:accountId/household', { params }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const saved = await api('PUT /v1/accounts/:accountId/household', {
        params,
        body: { ...values, version: kept.version },
      }).catch((error: unknown) => refuseStale(error, readAgain))
      setKept(saved)
      setValues(valuesOf(saved))
      setChanged(false)
      const toast = await loadToast()
      toast.success('Your home is saved')
    })
  }
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    error: errorFor(name),
    optional: true,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setChanged(true)
      setValues((before) => ({ ...before, [name]: target.value }))
    },
  })
  return { kept, changed, save, field, ...saving }
}

export default function HouseholdPage({ loaderData }: Route.ComponentProps) {
  const { kept, changed, save, field, pending, errors, attempt } = useHousehold(loaderData)
  const guard = useLeaveGuard(changed)
  return (
    <AccountFrame section="home">
      <h1>Address and codes</h1>
      <p className="max-w-measure text-ink-2">
        Stored encrypted. A sitter you have booked to come to your home can see them from 24 hours before the
        start until 2 hours after the end, and we tell you each time they look. A sitter who boards your pet
        at their own home sees only who to call, and the address if they collect your pet.
      </p>
      {kept.unreadable.length > 0 && (
        <Notice kind="warning" title="Please enter some of it again">
          {`What you saved under ${fieldsInWords(kept.unreadable)} can no longer be opened, because the encryption key of this site has changed. Nobody can read it. Fill it in again below and save.`}
        </Notice>
      )}
      <Card padding="large">
        <form noValidate onSubmit={save} className="grid gap-6">
          <ErrorSummary errors={errors} attempt={attempt} title="Your home was not saved" />
          <Fields field={field} />
          <Button type="submit" kind="primary" pending={pending && 'Saving…'} className="justify-self-start">
            Save
          </Button>
        </form>
      </Card>
      <Card as="section" padding="large" aria-labelledby="views">
        <h2 id="views" className="mb-4 text-xl">
          Who has looked
        </h2>
        <ViewList views={kept.views} />
      </Card>
      {guard.dialog}
    </AccountFrame>
  )
}

function Fields({ field }: Pick<ReturnType<typeof useHousehold>, 'field'>) {
  return (
    <>
      <TextArea label="Address" rows={3} maxLength={300} {...field('address')} />
      <TextArea
        label="Getting in"
        rows={3}
        maxLength={500}
        hint="Which door, where the key is, what sticks."
        {...field('entry')}
      />
      <TextField label="Door code" maxLength={100} spellCheck={false} {...field('doorCode')} />
      <TextArea
        label="Alarm"
        rows={2}
        maxLength={300}
        hint="How to switch it off and on again."
        {...field('alarm')}
      />
      <TextArea
        label="Cameras and microphones"
        rows={2}
        maxLength={500}
        hint="A sitter has to know about each one that is on during the stay, inside and outside."
        {...field('cameras')}
      />
      <TextArea
        label="In an emergency"
        rows={2}
        maxLength={300}
        hint="Who to call if you do not answer: name and number."
        {...field('emergency')}
      />
      <TextArea
        label="Who else will be there"
        rows={2}
        maxLength={300}
        hint="A neighbour with a key, a cleaner, somebody who waters the plants."
        {...field('absence')}
      />
    </>
  )
}
