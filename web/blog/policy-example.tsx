import { type FormEvent, useState } from 'react'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { formatMoney, formatZone } from '#contract/words.ts'
import { api, ApiProblem } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateRange } from '#web/ui/dates/date-range.tsx'

type Example = EndpointResponse<Endpoints['GET /v1/policies/example']>
const names: Record<string, string> = {
  flexible: 'Flexible',
  moderate: 'Moderate',
  strict: 'Strict',
  per_unit_24h: 'Visits, walks and day care',
}

/** Applies each policy to an example stay, with the function that also computes real refunds. */
export default function PolicyExample({ settings }: { settings: PublicSettings }) {
  const [example, setExample] = useState<Example>()
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  async function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const day = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const [startOn, endOn] = [day('startOn'), day('endOn')]
    if (!startOn || !endOn) return setProblem('Choose the first and the last day')
    setPending(true)
    try {
      setExample(await api('GET /v1/policies/example', { query: { startOn, endOn } }))
      setProblem(undefined)
    } catch (error) {
      setProblem(
        error instanceof ApiProblem
          ? (error.problem.errors?.[0]?.message ?? error.message)
          : 'The example could not be worked out. Try again.',
      )
    } finally {
      setPending(false)
    }
  }

  return (
    <Card className="not-prose grid gap-5 text-base">
      <form onSubmit={(event) => void show(event)} className="flex flex-wrap items-end gap-4">
        <DateRange
          label="Days of the stay"
          startLabel="First day"
          endLabel="Last day"
          startName="startOn"
          endName="endOn"
          error={problem}
          className="w-full max-w-96"
        />
        <Button type="submit" pending={pending && 'Working it out…'}>
          Show what comes back
        </Button>
      </form>
      <p className="text-sm text-ink-2">
        For a stay at {formatMoney(100_00, settings.settings.currency)} a night.
      </p>
      {example && <Outcomes example={example} />}
    </Card>
  )
}

/** What each policy gives back, by the time of cancelling. */
function Outcomes({ example }: { example: Example }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2" aria-live="polite">
      {example.items.map(({ policy, total, steps }) => (
        <li key={policy} className="grid content-start gap-2">
          <h3 className="font-semibold">{names[policy]}</h3>
          <ul className="grid gap-1 text-sm">
            {steps.map(({ until, refund }) => (
              <li key={until ?? 'later'} className="flex justify-between gap-4">
                <span>{until ? `until ${formatInstant(until, example.timeZone)}` : 'later'}</span>
                <span className="figures">
                  {formatMoney(refund, example.currency)} of {formatMoney(total, example.currency)}
                </span>
              </li>
            ))}
          </ul>
          <p className="text-xs text-ink-2">Times are {formatZone(example.timeZone)} time.</p>
        </li>
      ))}
    </ul>
  )
}
