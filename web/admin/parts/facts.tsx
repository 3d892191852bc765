import { Link } from 'react-router'

export type Fact = [label: string, value: string, to?: string | false]

/** A list of labelled values, which may be links; on phones the value is below its label. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
    {facts.map(([label, value, to]) => (
      <div key={label} className="contents">
        <dt className="text-ink-2 max-sm:mt-2">{label}</dt>
        <dd className="figures">
          {to ? (
            <Link to={to} className="link">
              {value}
            </Link>
          ) : (
            value
          )}
        </dd>
      </div>
    ))}
  </dl>
)
