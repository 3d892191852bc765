import type { PublicPet } from '#contract/pets.ts'
import { cx } from '#web/ui/cx.ts'
import { Portrait } from '#web/ui/portrait/portrait.tsx'

type FirstPetProps = { pets: readonly Pick<PublicPet, 'id' | 'species' | 'coat'>[]; className: string }

/** The portrait of the first of a booking's pets, which stands for all of them; nothing if there are none. */
export function FirstPet({ pets: [pet], className }: FirstPetProps) {
  if (!pet) return null
  const { id, species, coat } = pet
  return (
    <Portrait
      seed={{ id, species, coat: coat ?? undefined }}
      fit="fill"
      className={cx('shrink-0 rounded-control', className)}
    />
  )
}
