import { Icon } from '#web/ui/icon.tsx'
import { plainLink, type RenderLink } from '#web/ui/render-link.tsx'

export type Crumb = { label: string; href?: string | undefined }

/** The last crumb is the page itself. */
export function Breadcrumbs({
  crumbs,
  renderLink = plainLink,
}: {
  crumbs: readonly Crumb[]
  renderLink?: RenderLink
}) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
        {crumbs.map(({ label, href }, index) => (
          <li key={label} className="flex items-center gap-1.5">
            {index > 0 && <Icon name="chevron-right" size={14} className="text-ink-3" />}
            {href && index < crumbs.length - 1 ? (
              renderLink({
                href,
                children: label,
                className:
                  'inline-flex min-h-8 items-center underline-offset-4 pointer-coarse:min-h-11 hover:underline',
              })
            ) : (
              <span
                aria-current={index === crumbs.length - 1 ? 'page' : undefined}
                className="inline-flex min-h-8 items-center text-ink"
              >
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
