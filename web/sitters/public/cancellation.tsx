import { Link } from 'react-router'
import { isStay } from '#contract/codes.ts'
import type { ShownSettings } from '#contract/settings.ts'
import { paths } from '#web/paths.ts'
import { policyInWords } from '#web/sitters/public/policy-words.ts'
import { RefundSteps } from '#web/sitters/public/refund-steps.tsx'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { plural } from '#web/format.ts'

/** The cancellation policy of the chosen service; with dates, also the refund at each time. */
export function Cancellation({ booking, settings }: { booking: BookingFormState; settings: ShownSettings }) {
  const { service, sitter, state, priced } = booking
  if (!service) return null
  const { name, sentences } = policyInWords(
    service.policy,
    settings.policy,
    sitter.timeZone,
    isStay(service.service) ? state.start : null,
  )
  const { coolOffHours, coolOffMinLeadHours } = settings.policy
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{name}</p>
      <ul className="grid max-w-measure list-disc gap-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>{`Changed your mind? Full refund within ${plural(coolOffHours, 'hour')} of acceptance, if the start is still ${plural(coolOffMinLeadHours, 'hour')} away.`}</li>
        <li>If the sitter cancels, you pay only for the care you received.</li>
      </ul>
      {priced?.quote && (
        <div className="grid gap-3 rounded-card border bg-card p-5">
          <h3>For your dates</h3>
          <RefundSteps quote={priced.quote} />
        </div>
      )}
      <Link to={paths.legal('cancellation-policy')} className="link w-fit text-[0.9375rem]">
        The whole cancellation policy
      </Link>
    </div>
  )
}
