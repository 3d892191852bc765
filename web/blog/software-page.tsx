import { software, sources } from 'virtual:software'
import { plural } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { paths } from '#web/paths.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Route } from './+types/software-page.ts'

export const loader = () => ({ software, sources })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Software and licences',
    description: 'The software, fonts and data from others that this site uses, and their licences.',
    path: paths.software(),
  })

export default function SoftwarePage({
  loaderData: { software: packages, sources: others },
}: Route.ComponentProps) {
  return (
    <main className="page grid max-w-[52rem] gap-10 py-10">
      <div className="grid gap-3">
        <h1>Software and licences</h1>
        <p className="text-ink-2">
          {`This site is built on ${plural(packages.length, 'open-source package')}, and on fonts and data that others have made free to use. Thank you to all of them.`}
        </p>
        <p>
          <a href="/licences/software.txt" className="link">
            All licence texts and copyright notices
          </a>{' '}
          <span className="text-ink-2">(plain text)</span>
        </p>
      </div>
      <section aria-labelledby="sources" className="grid gap-4">
        <h2 id="sources" className="text-2xl">
          Data, fonts and other works
        </h2>
        <ul className="grid gap-4">
          {others.map(({ name, licence, url, words }) => (
            <li key={name}>
              <p className="font-semibold">
                <a href={url} rel="noreferrer" className="link">
                  {name}
                </a>
                {`, ${licence}`}
              </p>
              <p className="text-[0.9375rem] text-ink-2">{words}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="packages" className="grid gap-4">
        <h2 id="packages" className="text-2xl">
          Packages
        </h2>
        <DataTable
          caption="Packages with their versions and licences"
          captionHidden
          columns={[
            {
              id: 'name',
              header: 'Package',
              rowHeader: true,
              renderCell: ([name]) => <span className="wrap-anywhere">{name}</span>,
            },
            { id: 'version', header: 'Version', renderCell: ([, version]) => version },
            { id: 'licence', header: 'Licence', renderCell: ([, , licence]) => licence },
          ]}
          rows={packages}
          rowKey={([name, version]) => `${name} ${version}`}
        />
      </section>
    </main>
  )
}
