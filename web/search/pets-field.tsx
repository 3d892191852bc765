import { lazy, type MouseEvent, Suspense, useId, useState } from 'react'
import { closeDropdown, Dropdown } from '#web/search/dropdown.tsx'
import { PetRows, petsOf, rowOf } from '#web/search/pet-rows.tsx'
import type { SearchPet } from '#web/search/search-state.ts'
import { petsInWords } from '#web/search/search-words.ts'
import { Button } from '#web/ui/button.tsx'
import type { Day } from '#web/ui/dates/days.ts'
import { labelStyle } from '#web/ui/forms/field.tsx'

const SavedPetPicks = lazy(() => import('#web/search/saved-pet-picks.tsx'))

type PetsFieldProps = { defaultPets: readonly SearchPet[]; today: Day; className: string }

/** The pets of the search, such as "1 dog, 22 kg"; the rows are in a dropdown. */
export function PetsField({ defaultPets, today, className }: PetsFieldProps) {
  const id = useId()
  const [rows, setRows] = useState(() => (defaultPets.length > 0 ? defaultPets.map(rowOf) : [rowOf()]))
  const [opened, setOpened] = useState(false)
  const words = petsInWords(petsOf(rows))
  return (
    <Dropdown
      className="relative"
      summaryClassName={className}
      summary={
        <>
          <span className={labelStyle}>Who</span>
          <span className={words ? 'truncate' : 'truncate text-ink-2'}>{words || 'Add your pet'}</span>
        </>
      }
      onOpen={() => setOpened(true)}
      panelClassName="top-full right-0 mt-2 w-[min(22rem,calc(100vw-2*var(--gutter)))] max-md:-left-2"
    >
      {opened && (
        <Suspense>
          <SavedPetPicks rows={rows} onChange={setRows} today={today} />
        </Suspense>
      )}
      <PetRows id={id} rows={rows} onChange={setRows} today={today} />
      <Button
        size="small"
        className="mt-4 ml-auto flex w-fit"
        onClick={(event: MouseEvent<HTMLButtonElement>) => closeDropdown(event.currentTarget)}
      >
        Done
      </Button>
    </Dropdown>
  )
}
