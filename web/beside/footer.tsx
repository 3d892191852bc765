import { Link } from 'react-router'
import { ThemeSwitch } from '#web/beside/theme-switch.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'

/** The first group has the name of the site as its title. */
const groups = [
  {
    title: null,
    links: [
      [paths.sitters(), 'Find a sitter'],
      [paths.howItWorks(), 'How it works'],
      [paths.howItWorks('sitter'), 'Become a sitter'],
      [paths.blog(), 'Blog'],
      [paths.help(), 'Help'],
    ],
  },
  {
    title: 'Fair and open',
    links: [
      [paths.legal('service-fee'), 'Service fee'],
      [paths.legal('cancellation-policy'), 'Cancellation policy'],
      [paths.ranking(), 'How ranking works'],
      [paths.holidays(), 'Holidays'],
    ],
  },
  {
    title: 'Legal',
    links: [
      [paths.legal('terms-and-conditions'), 'Terms and conditions'],
      [paths.legal('privacy-policy'), 'Privacy policy'],
      [paths.software(), 'Software and licences'],
    ],
  },
] as const

export function Footer() {
  const { name = '', footer } = useConfig()?.site ?? {}
  return (
    <footer className="mt-14 border-t border-line bg-card pb-24 md:pb-0 print:hidden">
      <div className="page grid grid-cols-2 gap-x-4 gap-y-8 py-10 lg:grid-cols-4">
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title ?? name}>
            <h2 className="mb-3 text-sm font-semibold">{title ?? name}</h2>
            <ul className="grid gap-1">
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link to={to} className="footer-link">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="grid content-start gap-3">
          <ThemeSwitch />
          <p className="text-xs text-ink-2">
            Towns from{' '}
            <a href="https://www.geonames.org/" rel="noreferrer">
              GeoNames
            </a>
            , licensed under CC BY 4.0.
          </p>
        </div>
      </div>
      {footer && (
        <div className="page">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line py-4">
            {footer.text && <p className="text-sm wrap-anywhere text-ink-2">{footer.text}</p>}
            {footer.links.map(({ label, to }) => (
              <Link key={label} to={to} className="footer-link">
                {label}
              </Link>
            ))}
          </div>
        </div>
      )}
    </footer>
  )
}
