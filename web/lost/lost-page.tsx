import { Icon } from '#web/ui/icon.tsx'
import { Link } from 'react-router'
import type { LostPage, LostPoster } from '#contract/lost.ts'
import { apiOf } from '#web/api.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { lostPaths } from '#web/lost/lost-paths.ts'
import { chipWords, appearanceOf, lostWhen } from '#web/lost/lost-words.ts'
import { readLostPage } from '#web/lost/read-lost-page.ts'
import { unlistedHeaders } from '#web/layout/unlisted-headers.ts'
import { SightingForm } from '#web/lost/sighting-form.tsx'
import { ShareButton } from '#web/share/share-button.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Photo } from '#web/ui/photo.tsx'
import type { Route } from './+types/lost-page.ts'

export const loader = ({ context, request, params: { code } }: Route.LoaderArgs) =>
  readLostPage(request, apiOf(context), code)

export const headers = unlistedHeaders

const titleOf = (page: LostPage | null | undefined): string => {
  if (!page) return 'This page has ended'
  return page.poster ? `Lost: ${page.name}` : `${page.name} is back home`
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: titleOf(loaderData),
    description: loaderData?.poster
      ? [appearanceOf(loaderData.poster), loaderData.poster.place && `last seen: ${loaderData.poster.place}`]
          .filter(Boolean)
          .join('; ')
      : 'A page about a lost pet.',
    path: location.pathname,
    noindex: true,
    ...(loaderData?.poster?.photos[0]
      ? {
          picture: {
            path: loaderData.poster.photos[0].sizes.at(-1)!.url,
            alt: `${loaderData.name}, who is lost`,
          },
        }
      : {}),
  })

/** Unlisted page for anybody who has the link, mostly on a phone in the street. */
export default function LostPetPage({ loaderData: page }: Route.ComponentProps) {
  if (page?.poster) return <Lost page={page.poster} />
  return (
    <main className="page grid max-w-[44rem] gap-6 py-10">
      <h1>{titleOf(page)}</h1>
      {page ? (
        <Notice kind="success">{`${page.name} is safe again. Thank you to everybody who kept a lookout.`}</Notice>
      ) : (
        <EmptyState>
          Everything on it has been deleted. If you have just found a pet, bring it to a vet: they can read
          its chip.
        </EmptyState>
      )}
    </main>
  )
}

function Lost({ page }: { page: LostPoster }) {
  const { name, code, photos, phoneNumbers } = page
  return (
    <main className="page grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-1">
        <p className="font-semibold text-rust">Lost</p>
        <h1>{name}</h1>
        <p className="text-lg">{appearanceOf(page)}</p>
      </header>
      {photos.length > 0 && <Pictures page={page} />}
      {page.doNotChase && (
        <Notice kind="warning" title={`Please do not chase or call ${name}`}>
          Stay where you are, look which way {name} goes, take a photo if you can, and tell us.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <a
          href="#seen"
          className={buttonStyle({ kind: 'primary', size: 'large', className: 'max-sm:w-full' })}
        >
          I have seen {name}
        </a>
        {phoneNumbers.map((number) => (
          <a
            key={number}
            href={`tel:${number}`}
            className={buttonStyle({ size: 'large', className: 'figures max-sm:w-full' })}
          >
            <Icon name="phone" size={20} />
            {number}
          </a>
        ))}
      </div>
      <Card as="section" aria-label={`About ${name}`}>
        <dl className="grid gap-4">
          {factsOf(page).map(([label, value]) => (
            <div key={label} className="grid gap-0.5">
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="max-w-measure whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <SightingForm code={code} name={name} />
      <div className="flex flex-wrap gap-3">
        <ShareButton title={`Lost: ${name}`} path={lostPaths.page(code)} kind="secondary" size="medium" />
        <Link to={lostPaths.poster(code)} className={buttonStyle()}>
          <Icon name="printer" size={18} />
          Poster to print
        </Link>
      </div>
    </main>
  )
}

/** Photos are shown uncropped, because any marking may help. */
function Pictures({ page: { name, photos } }: { page: LostPoster }) {
  return (
    <div className="grid gap-3">
      {photos.map((photo, index) => (
        <Photo
          key={photo.id}
          picture={{ ...pictureOfPhoto(photo), alt: photo.alt || name }}
          sizes="(min-width: 56rem) 56rem, 100vw"
          eager={index === 0}
          className="max-h-[75vh] w-full rounded-picture object-contain"
        />
      ))}
    </div>
  )
}

function factsOf(page: LostPoster): [label: string, value: string][] {
  const all: [string, string][] = [
    ['Last seen', lostWhen(page)],
    ['Where', page.place],
    ['Distinguishing marks', page.marks],
    ['How to behave', page.behaviour],
    ['Chip', chipWords(page)],
    ['Reward', page.reward],
  ]
  return all.filter(([, value]) => value !== '')
}
