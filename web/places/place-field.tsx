import { api } from '#web/api.ts'
import { deviceZone, languageCountry } from '#web/clock.ts'
import { plural } from '#web/format.ts'
import { placeDetail, type NamedPlace } from '#web/places/resolve-place.ts'
import { Combobox, type ComboboxItem } from '#web/ui/forms/combobox.tsx'
import type { FieldText } from '#web/ui/forms/field.tsx'

type PlaceFieldProps = Omit<FieldText, 'label'> & {
  label?: string
  defaultPlace?: NamedPlace | null | undefined
  /** Text that matched no town, so that the user can correct it. */
  defaultText?: string | undefined
  onChoose?: ((place: NamedPlace | null) => void) | undefined
  id?: string | undefined
  className?: string | undefined
  inputClassName?: string | undefined
}

const suggest = async (typed: string, signal: AbortSignal): Promise<ComboboxItem[]> => {
  const query = { q: typed.slice(0, 80), timeZone: deviceZone(), country: languageCountry() }
  const { items } = await api('GET /v1/places', { query }, { signal })
  return items.map((place) => ({
    id: `${place.id}`,
    label: place.name,
    detail: `${placeDetail(place)}${place.sitters > 0 ? ` · ${plural(place.sitters, 'sitter')}` : ''}`,
  }))
}

/**
 * A field for a town. The form submits its id as `place` and its text as `placeName`; without JavaScript only the text
 * is submitted, and the server finds the town.
 */
export function PlaceField({
  label = 'Where',
  defaultPlace,
  defaultText,
  onChoose,
  ...field
}: PlaceFieldProps) {
  return (
    <Combobox
      {...field}
      label={label}
      name="placeName"
      keyName="place"
      placeholder="Town"
      load={suggest}
      emptyText="No such town"
      defaultText={defaultPlace?.name ?? defaultText}
      defaultKey={defaultPlace ? `${defaultPlace.id}` : undefined}
      onChoose={(item) => onChoose?.(item && { id: Number(item.id), name: item.label })}
    />
  )
}
