export type Fact = [label: string, value: string]

/** A list of labelled values; on phones the value is below its label. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
    {facts.map(([label, value]) => (
      <div key={label} className="contents">
        <dt className="text-ink-2 max-sm:mt-2">{label}</dt>
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
)
