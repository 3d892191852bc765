import { moods } from '#contract/codes.ts'
import { foodSteps, moodWords } from '#web/care/care-words.ts'
import type { PartProps } from '#web/care/parts/part-props.ts'
import { recordEntry } from '#web/care/sync.ts'
import { ToggleChip } from '#web/ui/chip.tsx'

/** Each pet's mood and how much of its food it has eaten. */
export function PetsPart({ bookingId, card, writable }: PartProps) {
  const { unit } = card
  return card.pets.map(({ petId, name, mood, foodPercent }) => (
    <section key={petId} aria-label={name} className="grid gap-3">
      <h3 className="text-lg">{name}</h3>
      <div role="group" aria-label={`Mood of ${name}`} className="flex flex-wrap gap-2">
        {moods.map((one) => (
          <ToggleChip
            key={one}
            selected={mood === one}
            disabled={!writable}
            onToggle={() => void recordEntry(bookingId, { kind: 'mood', unit, petId, mood: one })}
          >
            {moodWords[one]}
          </ToggleChip>
        ))}
      </div>
      <div
        role="group"
        aria-label={`Food that ${name} has eaten`}
        className="flex flex-wrap items-center gap-2"
      >
        <span className="mr-1 text-sm text-ink-2">Eaten</span>
        {foodSteps.map((percent) => (
          <ToggleChip
            key={percent}
            selected={foodPercent === percent}
            disabled={!writable}
            onToggle={() => void recordEntry(bookingId, { kind: 'food', unit, petId, percent })}
          >
            {percent === 0 ? 'Nothing' : percent === 100 ? 'Everything' : `${percent} %`}
          </ToggleChip>
        ))}
      </div>
    </section>
  ))
}
