import { Icon } from '#web/ui/icon.tsx'
import { Link, redirect } from 'react-router'
import type { LostPoster } from '#contract/lost.ts'
import { apiOf } from '#web/api.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { lostPaths } from '#web/lost/lost-paths.ts'
import { appearanceOf, lostWhen } from '#web/lost/lost-words.ts'
import { readLostPage } from '#web/lost/read-lost-page.ts'
import { unlistedHeaders } from '#web/layout/unlisted-headers.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Route } from './+types/poster-page.ts'

export async function loader({ context, request, params: { code } }: Route.LoaderArgs) {
  const { data: page } = await readLostPage(request, apiOf(context), code)
  if (!page?.poster) throw redirect(lostPaths.page(code))
  return page.poster
}

export const headers = unlistedHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `Poster: ${loaderData.name} is lost` : 'Poster',
    description: 'One sheet of A4 to print and to hang up.',
    path: location.pathname,
    noindex: true,
  })

/** A single A4 sheet, black on white whatever the theme. */
export default function PosterPage({ loaderData: page }: Route.ComponentProps) {
  const { name, code } = page
  return (
    <main className="page max-w-[56rem] py-6 print:max-w-none print:p-0">
      <style>{'@page { size: A4; margin: 10mm }'}</style>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={lostPaths.page(code)} className="link inline-flex min-h-11 items-center gap-1">
          <Icon name="chevron-left" size={18} />
          {name} is lost
        </Link>
        <Button kind="primary" icon={<Icon name="printer" size={18} />} onClick={() => window.print()}>
          Print the poster
        </Button>
      </div>
      <Sheet page={page} />
    </main>
  )
}

function Sheet({ page }: { page: LostPoster }) {
  const { name, photos, place, marks, behaviour, doNotChase, reward, phoneNumbers, chipped } = page
  const photo = photos[0]
  return (
    <article
      className={cx(
        'flex flex-col gap-4 rounded-card border border-line bg-white p-5 text-black shadow-card sm:p-8',
        'print:h-[276mm] print:gap-[4mm] print:rounded-none print:border-0 print:p-0 print:shadow-none',
      )}
    >
      <header className="text-center">
        <p className="text-5xl leading-none font-extrabold tracking-[0.2em] text-[#b3261e] uppercase sm:text-7xl print:text-[24mm]">
          Lost
        </p>
        <h1 className="mt-2 text-4xl leading-tight text-black sm:text-5xl print:text-[14mm]">{name}</h1>
        <p className="text-lg print:text-[5.5mm]">{appearanceOf(page)}</p>
      </header>
      {photo && (
        <img
          src={photo.sizes.at(-1)!.url}
          alt={photo.alt || name}
          width={photo.width}
          height={photo.height}
          className="max-h-[70vh] min-h-0 w-full rounded-control object-contain print:flex-1 print:rounded-none"
        />
      )}
      <div className={cx('grid gap-2 text-lg print:text-[5mm] print:leading-snug', !photo && 'print:flex-1')}>
        <p>
          <strong>Last seen:</strong> {place && `${place}, `}
          {lostWhen(page)}
        </p>
        {marks && <p className="line-clamp-3 whitespace-pre-line">{marks}</p>}
        {(doNotChase || behaviour) && (
          <p className="line-clamp-3">
            {doNotChase && <strong>Please do not chase or call {name}. </strong>}
            {behaviour}
          </p>
        )}
        {chipped && <p>{name} has a chip, which a vet can read.</p>}
        {reward && <p className="text-2xl font-bold print:text-[8mm]">Reward: {reward}</p>}
      </div>
      <footer className="flex items-center gap-4 border-t-2 border-black pt-4 sm:gap-6 print:mt-auto print:pt-[4mm]">
        <Qr page={page} />
        <div className="min-w-0">
          <p className="text-xl font-bold sm:text-2xl print:text-[7mm]">Have you seen {name}?</p>
          <p className="text-base print:text-[4.5mm]">Scan this, or open the address, and say where.</p>
          {phoneNumbers.map((number) => (
            <p key={number} className="figures text-2xl font-bold print:text-[9mm]">
              {number}
            </p>
          ))}
          <p className="text-sm wrap-anywhere print:text-[3.5mm]">{page.url}</p>
        </div>
      </footer>
    </article>
  )
}

/** Includes the quiet zone of four modules that QR readers need. */
function Qr({ page: { qr, url } }: { page: LostPoster }) {
  return (
    <svg
      viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
      role="img"
      aria-label={`A code that opens ${url}`}
      shapeRendering="crispEdges"
      className="size-32 shrink-0 bg-white sm:size-40 print:size-[48mm]"
    >
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
