import { Icon } from '#web/ui/icon.tsx'
import { useId, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ratingText } from '#web/ui/stars.tsx'

type RatingProps = {
  value: number | null
  count: number
  /** "128 reviews" instead of "128". */ long?: boolean
  className?: string | undefined
}

/** One element, because a page has many: the style sheet draws the star and the number of reviews. */
export function Rating({ value, count, long = false, className }: RatingProps) {
  if (value === null || count === 0)
    return <span className={cx('text-sm text-ink-2', className)}>No reviews yet</span>
  const reviews = `${count} ${count === 1 ? 'review' : 'reviews'}`
  const rated = ratingText(value)
  return (
    <span
      role="img"
      aria-label={`Rated ${rated} out of 5, ${reviews}`}
      data-count={long ? reviews : count}
      className={cx('rating icon-star-filled', className)}
    >
      {rated}
    </span>
  )
}

const words = ['Poor', 'Not great', 'All right', 'Good', 'Excellent']

type RatingInputProps = {
  name: string
  label: string
  defaultValue?: number | undefined
  onChange?: (value: number) => void
  required?: boolean
}

/** Five radio buttons styled as stars. */
export function RatingInput({ name, label, defaultValue, onChange, required }: RatingInputProps) {
  const id = useId()
  const [value, setValue] = useState(defaultValue ?? 0)
  return (
    <fieldset id={`field-${name}`}>
      <legend className="mb-1.5 text-[0.8125rem] font-semibold text-ink-2">{label}</legend>
      <div className="flex items-center gap-1">
        {words.map((word, index) => (
          <label
            key={word}
            htmlFor={`${id}-${index}`}
            className="grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-green"
          >
            <input
              type="radio"
              id={`${id}-${index}`}
              name={name}
              value={index + 1}
              required={required}
              defaultChecked={index + 1 === defaultValue}
              onChange={() => {
                setValue(index + 1)
                onChange?.(index + 1)
              }}
              className="sr-only"
            />
            <Icon
              name={index < value ? 'star-row' : 'star-thin'}
              size={28}
              className={index < value ? 'text-gold' : 'text-control'}
            />
            <span className="sr-only">{`${index + 1} of 5, ${word}`}</span>
          </label>
        ))}
        <span className="pl-2 text-sm text-ink-2" aria-hidden>
          {words[value - 1]}
        </span>
      </div>
    </fieldset>
  )
}
