import { useEffect, useState } from 'react'
import type { Fees, PublicSettings } from '#contract/settings.ts'
import { formatMoney } from '#contract/words.ts'
import { api } from '#web/api.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'

const firstSubtotal = 112_00

/**
 * Fees on any subtotal, computed by the pricing engine of bookings; failing that, a note refers to the table of rates.
 */
export default function FeeCalculator({ settings }: { settings: PublicSettings }) {
  const { currency } = settings.settings
  const [subtotal, setSubtotal] = useState<number | null>(firstSubtotal)
  const [repeat, setRepeat] = useState(false)
  const [fees, setFees] = useState<Fees>()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (subtotal === null) return
    const controller = new AbortController()
    const calculate = async () => {
      try {
        const query = { subtotal, repeat: repeat ? 'true' : 'false' } as const
        setFees(await api('GET /v1/fees', { query }, { signal: controller.signal }))
        setFailed(false)
      } catch {
        if (!controller.signal.aborted) setFailed(true)
      }
    }
    void calculate()
    return () => controller.abort()
  }, [subtotal, repeat])

  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <Card className="not-prose grid gap-5 text-base sm:grid-cols-2">
      <div className="grid content-start gap-4">
        <MoneyField
          label="What the sitter asks"
          currency={currency}
          defaultMinor={firstSubtotal}
          onChange={setSubtotal}
          hint="All nights, walks or visits together"
        />
        <Checkbox
          label="We have booked together before"
          checked={repeat}
          onChange={(event) => setRepeat(event.target.checked)}
        />
      </div>
      {fees ? (
        <div className="grid gap-4">
          <PriceLines
            lines={[{ label: 'Sitter’s price', amount: money(fees.subtotal) }]}
            fee={{ label: 'Service fee', amount: money(fees.ownerFee), why: fees.ownerFeeRule }}
            total={{ label: 'The owner pays', amount: money(fees.total) }}
          />
          <p className="flex justify-between border-t pt-3">
            <span>The sitter receives</span>
            <strong>{money(fees.sitterPayout)}</strong>
          </p>
        </div>
      ) : (
        <p className="text-ink-2">
          {failed
            ? 'The calculator cannot reach the server. The table above shows all rates.'
            : 'Enter a price to see what the owner pays and the sitter receives.'}
        </p>
      )}
    </Card>
  )
}
