import { z } from 'zod'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type { Look } from '#contract/look.ts'
import type * as contract from '#contract/look.ts'
import { colourOnPaper, faultsOf, paletteOf } from '#contract/palette.ts'
import { attachFiles, picturesOfLook } from '#server/files/commands.ts'
import { readStoredFile } from '#server/files/serve-commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { follow } from '#server/kernel/cache/follow.ts'
import { cutPage, readCursor } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Site, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { drawLogoPng } from '#server/kernel/drawing/logo.ts'
import type { PaperLook } from '#server/kernel/drawing/pdf.ts'
import { Problem } from '#server/kernel/problem.ts'
import * as store from '#server/look/store.ts'
import {
  footerOf,
  logoOf,
  picturesIn,
  propertiesOf,
  readableLook,
  startOf,
  viewVersion,
} from '#server/look/view.ts'

/** Version 0 is the original look, before anybody has changed it. */
async function readLook(db: Db): Promise<{ look: Look; version: number }> {
  const newest = await store.findLatestLook(db)
  return { look: readableLook(newest?.document ?? {}), version: newest?.version ?? 0 }
}

/** The pictures of these looks, by their ids; a picture that is gone counts as none. */
const picturesOf = (db: Db, looks: readonly Look[]) =>
  picturesOfLook(db, [...new Set(looks.flatMap(picturesIn))])

/** Writes the look in force into `site`, which mails, papers and pages read. */
export async function applyLook({ db, site }: Pick<Deps, 'db' | 'site'>): Promise<void> {
  const { look, version } = await readLook(db)
  const pictures = await picturesOf(db, [look])
  // Reads may overlap, and the one that began first may end last.
  if (version < site.lookVersion) return
  site.lookVersion = version
  site.name = look.name ?? site.configuredName
  site.palette = paletteOf(look.colours)
  site.logo = logoOf(look, pictures)
  site.footer = footerOf(look)
  site.start = startOf(look, pictures)
  site.properties = propertiesOf(look)
}

/** Keeps `site` up to date in this process; what is made from it must listen for the change afterwards. */
export const followLook = (deps: Pick<Deps, 'db' | 'site' | 'log'>): Promise<() => void> =>
  follow(deps, 'look', () => applyLook(deps))

/** The bytes of the operator's logo; null without one. */
export const readLogo = async (
  deps: Pick<Deps, 'db' | 'storage'> & { site: Pick<Site, 'logo'> },
): Promise<Buffer | null> => deps.site.logo && readStoredFile(deps, deps.site.logo.fileId)

/** How papers look: the main colour, and the logo, which many PDF readers know only as PNG. */
export async function paperLook(
  deps: Pick<Deps, 'db' | 'storage'> & { site: Pick<Site, 'logo' | 'palette'> },
): Promise<PaperLook> {
  const logo = await readLogo(deps)
  return { colour: colourOnPaper(deps.site.palette), logo: logo && (await drawLogoPng(logo, 136, 800)) }
}

export async function showLook({ db, site }: Deps): Promise<EndpointResponse<typeof contract.showLook>> {
  const { look, version } = await readLook(db)
  const pictures = await picturesOf(db, [look])
  const shown = (picture: { fileId: string } | null) => (picture && pictures.get(picture.fileId)) ?? null
  return {
    version,
    look,
    configuredName: site.configuredName,
    logo: shown(look.logo),
    start: shown(look.start),
  }
}

async function insert(
  { db, now }: TxDeps,
  look: Look,
  { version, accountId, reason }: { version: number; accountId: string; reason: string },
): Promise<{ version: number }> {
  await store.lockLook(db)
  const current = await readLook(db)
  if (version !== current.version)
    throw new Problem('version-stale', {
      detail: 'Read the look again and repeat your change.',
      version: current.version,
    })
  await announce(db, 'look')
  return store.insertLook(db, look, { at: now(), accountId, reason })
}

type Save = HandlerInput<typeof contract.saveLook>['body']

export async function saveLook(
  deps: Deps,
  viewer: Viewer,
  { version, look, reason }: Save,
): Promise<{ version: number }> {
  const faults = faultsOf(look.colours)
  if (faults.length > 0)
    throw new Problem('request-invalid', {
      detail: 'Choose other colours: texts must be easy to read in both themes.',
      errors: faults.map(({ field, message }) => ({ path: `look.colours.${field}`, message })),
    })
  return ensureTransaction(deps, async (deps) => {
    for (const id of picturesIn(look))
      await attachFiles(deps, viewer, { fileIds: [id], kind: 'look', subjectId: id })
    return insert(deps, look, { version, accountId: viewer.accountId, reason })
  })
}

type Restore = HandlerInput<typeof contract.restoreLook>['body']

/** Makes an earlier look the newest version. */
export const restoreLook = (
  deps: Deps,
  { accountId }: Viewer,
  { version, to, reason }: Restore,
): Promise<{ version: number }> =>
  ensureTransaction(deps, async (deps) => {
    const document = to === 0 ? {} : await store.findDocument(deps.db, to)
    if (document === undefined)
      throw new Problem('not-found', { detail: 'There is no such version of the look.' })
    return insert(deps, readableLook(document), { version, accountId, reason })
  })

/** Lists the versions, newest first, each with what it changed. */
export async function listVersions(
  { db }: Deps,
  { cursor, limit }: HandlerInput<typeof contract.listLookVersions>['query'],
): Promise<EndpointResponse<typeof contract.listLookVersions>> {
  const before = readCursor(cursor, z.int())
  const rows = await store.findVersions(db, before, limit + 1)
  const { shown, nextCursor } = cutPage(rows, limit, (last) => last.version)
  const pictures = await picturesOf(
    db,
    rows.map(({ document }) => readableLook(document)),
  )
  return {
    items: shown.map((row, index) => viewVersion(row, rows[index + 1], pictures)),
    nextCursor,
  }
}
