import { type FormEvent, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import { accountStore, fetchAccountById } from '#web/accounts/account-store.ts'
import { useLeaveGuard } from '#web/accounts/leave-guard.tsx'
import { OwnPhoto } from '#web/accounts/parts/own-photo.tsx'
import { plainPhone } from '#web/accounts/phone.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { placeDetail } from '#web/places/resolve-place.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Combobox } from '#web/ui/forms/combobox.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

const suggest = async (typed: string, signal: AbortSignal) => {
  const { items } = await api('GET /v1/places', { query: { q: typed.slice(0, 80) } }, { signal })
  return items.map((place) => ({
    id: `${place.id}`,
    label: `${place.name}, ${place.countryName}`,
    detail: placeDetail(place),
  }))
}

/** The fields as entered, whether they differ from what is saved, and how they are saved. */
function useProfile(account: Account) {
  const [name, setName] = useState(account.name)
  const [phone, setPhone] = useState(account.phoneNumber ?? '')
  const [location, setLocation] = useState(account.location ?? '')
  const saving = useSaving()
  const phoneNumber = plainPhone(phone) || null
  const changed =
    name.trim() !== account.name ||
    phoneNumber !== account.phoneNumber ||
    location.trim() !== (account.location ?? '')

  const save = async (event: FormEvent) => {
    event.preventDefault()
    await saving.run(async () => {
      try {
        const saved = await api('PUT /v1/accounts/:accountId', {
          params: { accountId: account.id },
          body: {
            name,
            phoneNumber,
            location: location.trim() || null,
            timeZone: account.timeZone,
            version: account.version,
          },
        })
        accountStore.setState({ account: saved })
        setName(saved.name)
        setPhone(saved.phoneNumber ?? '')
      } catch (error) {
        await refuseStale(error, () => fetchAccountById(account.id))
      }
      const toast = await loadToast()
      toast.success('Your profile is saved')
    })
  }
  return { name, setName, phone, setPhone, setLocation, saving, changed, save }
}

export function ProfileForm({ account }: { account: Account }) {
  const { name, setName, phone, setPhone, setLocation, saving, changed, save } = useProfile(account)
  const { pending, errors, attempt, errorFor } = saving
  const guard = useLeaveGuard(changed)
  return (
    <Card>
      <OwnPhoto account={account} />
      <form method="post" noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <ErrorSummary errors={errors} attempt={attempt} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={100}
            value={name}
            error={errorFor('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="E-mail"
            name="email"
            type="email"
            value={account.email}
            readOnly
            hint="What you sign in with."
          />
          <TextField
            label="Phone number"
            name="phoneNumber"
            type="tel"
            autoComplete="tel"
            optional
            placeholder="+351 912 345 678"
            hint="With the country code: +351 for Portugal, +44 for the United Kingdom."
            value={phone}
            error={errorFor('phoneNumber')}
            onChange={(event) => setPhone(event.target.value)}
          />
          <TownField town={account.location ?? ''} error={errorFor('location')} onText={setLocation} />
        </div>
        <Button type="submit" kind="primary" pending={pending && 'Saving…'} className="justify-self-start">
          Save profile
        </Button>
      </form>
      {guard.dialog}
    </Card>
  )
}

type TownFieldProps = { town: string; error: string | undefined; onText: (text: string) => void }

const TownField = ({ town, error, onText }: TownFieldProps) => (
  <Combobox
    label="Where you live"
    name="location"
    optional
    placeholder="Town"
    hint="The town is enough."
    load={suggest}
    emptyText="No such town"
    defaultText={town}
    error={error}
    onText={onText}
  />
)
