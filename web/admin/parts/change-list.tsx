type Change = { label: string; before: string; after: string }

/** What differs between two versions, with the values before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="text-ink-2">Nothing differs from the version before.</p>
  return (
    <ul className="grid gap-1 wrap-anywhere">
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {label}: <s className="text-ink-2">{before}</s> <span className="sr-only">becomes</span>{' '}
          <strong>{after}</strong>
        </li>
      ))}
    </ul>
  )
}
