import { type FormEvent, useState } from 'react'
import { formatMoney } from '#contract/words.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { isPromoRefusal } from '#web/sitters/public/use-quote.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'

/** A promo code with its discount or the reason why it is refused. A code is tried only when the button is pressed. */
export function PromoField({ booking }: { booking: BookingFormState }) {
  const { state, priced, updating, change } = booking
  const { promoCode } = state
  const [text, setText] = useState(promoCode)
  const quote = priced?.quote
  const promo = quote?.promo
  const problem = isPromoRefusal(priced) ? priced?.problem : null
  const use = (code: string) => {
    setText(code)
    change({ promoCode: code })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    use(text.trim())
  }
  return (
    <details className="group" open={promoCode !== ''}>
      <summary className="link w-fit cursor-pointer text-[0.9375rem]">I have a promo code</summary>
      <form noValidate onSubmit={send} className="mt-3 grid gap-2">
        <div className="flex items-end gap-3">
          <TextField
            label="Promo code"
            id="field-promoCode"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            value={text}
            error={
              !updating && promoCode && problem
                ? `${problem.title}. ${problem.detail ?? ''}`.trim()
                : undefined
            }
            onChange={(event) => setText(event.target.value)}
            className="flex-1"
          />
          <Button type="submit" pending={updating && 'Trying…'} className="self-start mt-6">
            Use it
          </Button>
        </div>
        {promoCode && (
          <div className="flex flex-wrap items-center gap-x-3">
            {promo && (
              <output className="font-medium text-green">
                {`${promo.code} takes ${formatMoney(promo.amount, quote.currency)} off.`}
              </output>
            )}
            <Button kind="quiet" size="small" onClick={() => use('')}>
              Continue without the code
            </Button>
          </div>
        )}
      </form>
    </details>
  )
}
