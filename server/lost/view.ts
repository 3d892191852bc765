import { encode } from 'uqr'
import type { Photo } from '#contract/files/files.ts'
import type { LostPage, LostPoster, OwnLostPage } from '#contract/lost.ts'
import type { Pet } from '#contract/pets.ts'
import { localOf } from '#server/kernel/day.ts'
import type { Site } from '#server/kernel/deps.ts'
import { homeUntil, type PageStatus } from '#server/lost/lost.ts'
import type { PageRow } from '#server/lost/store.ts'

export const urlOf = ({ url }: Pick<Site, 'url'>, code: string): string => `${url}/lost/${code}`

/** Renders a QR code that can be read with a quarter of it dirty or torn. */
function qrOf(url: string): LostPoster['qr'] {
  const { size, data } = encode(url, { ecc: 'Q', border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

const factsOf = (page: PageRow) => {
  const { on: lostOn, time: lostTime } = localOf(page.lost_at, page.time_zone)
  return {
    timeZone: page.time_zone,
    lostOn,
    lostTime,
    place: page.place,
    marks: page.marks,
    behaviour: page.behaviour,
    doNotChase: page.do_not_chase,
    reward: page.reward,
  }
}

type PageContents = { pet: Pet; photos: Photo[]; phoneNumbers: string[]; site: Site }

/** Renders the public page; for a pet that is home, only its name and species. */
export function viewPage(page: PageRow, status: PageStatus, contents: PageContents): LostPage {
  const { name, species, breed, coat, sex, chip } = contents.pet
  if (status !== 'lost') return { name, species, poster: null }
  const url = urlOf(contents.site, page.code)
  const poster = {
    code: page.code,
    url,
    qr: qrOf(url),
    name,
    species,
    breed,
    coat,
    sex,
    chipped: chip !== null,
    photos: contents.photos,
    ...factsOf(page),
    phoneNumbers: contents.phoneNumbers,
  }
  return { name, species, poster }
}

type Sighting = { id: string; words: string; contact: string; told_at: Date }

export const viewOwnPage = (
  page: PageRow,
  role: 'owner' | 'sitter',
  sightings: readonly Sighting[],
  site: Site,
): OwnLostPage => {
  const { shows_owner_phone: owners, shows_sitter_phone: sitters, ended_at: endedAt } = page
  return {
    code: page.code,
    url: urlOf(site, page.code),
    ...factsOf(page),
    showsPhone: role === 'owner' ? owners : sitters,
    showsOthersPhone: role === 'owner' ? sitters : owners,
    reportedBy: page.reported_by,
    reportedAt: page.reported_at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    homeUntil: endedAt ? homeUntil(endedAt).toISOString() : null,
    sightings: sightings.map(({ id, words, contact, told_at: at }) => ({
      id,
      words,
      contact,
      at: at.toISOString(),
    })),
    version: page.version,
  }
}
