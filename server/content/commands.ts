import { z } from 'zod'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { type ContentKind, contentKinds } from '#contract/staff/codes.ts'
import type * as contract from '#contract/staff/content.ts'
import { renderText, shippedTexts } from '#server/blog/commands.ts'
import { type EditedText, setEditedTexts } from '#server/blog/edited-commands.ts'
import * as store from '#server/content/store.ts'
import { type TextFacts, viewItem, viewText, viewVersion } from '#server/content/view.ts'
import { readableText, type Written, wordsOf, writtenOf } from '#server/content/written.ts'
import { follow } from '#server/kernel/cache/follow.ts'
import { cutPage, readCursor } from '#server/kernel/db/cursor.ts'
import type { Deps, Site } from '#server/kernel/deps.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import { Problem } from '#server/kernel/problem.ts'

type ReadingDeps = Pick<Deps, 'db' | 'now' | 'site' | 'log'>

/** Returns what a version shows; undefined for a text that cannot be shown, which is then as if it were not there. */
function editedOf({ site, log }: ReadingDeps, row: store.VersionRow): EditedText | undefined {
  const { kind, slug, version, change, publish_at: from } = row
  if (change !== 'text') return { kind, slug, from, shown: change }
  try {
    const shown = wordsOf(kind, readable(row))
    renderText(site, { kind, slug, ...shown })
    return { kind, slug, from, shown }
  } catch (error) {
    log.error({ err: error, kind, slug, version }, 'an edited text cannot be shown')
    return undefined
  }
}

function readable({ fields, body, version }: store.VersionRow): Written {
  const written = readableText(fields, body)
  if (!written) throw new Error(`Version ${version} was written by another release`)
  return written
}

let reads = 0
const applied = new WeakMap<Site, number>()

/** Reads what is published and planned, so that this process shows it. */
export async function applyContent(deps: ReadingDeps): Promise<void> {
  const read = (reads += 1)
  const at = deps.now()
  const rows = [...(await store.findShown(deps.db, at)), ...(await store.findPlanned(deps.db, at))]
  // Reads may overlap, and the one that began first may end last.
  if (read < (applied.get(deps.site) ?? 0)) return
  applied.set(deps.site, read)
  setEditedTexts(
    deps.site,
    rows.flatMap((row) => editedOf(deps, row) ?? []),
  )
}

/** Keeps the texts of this process up to date; what is made from them must listen for the change afterwards. */
export const followContent = (deps: ReadingDeps): Promise<() => void> =>
  follow(deps, 'content', () => applyContent(deps))

/** Returns the shipped text; undefined if the release has none at this address. */
export async function shippedText({ kind, slug }: store.TextKey): Promise<Written | undefined> {
  const text = (await shippedTexts(kind)).find((one) => one.slug === slug)
  return text && writtenOf(text)
}

const isSame = (one: store.TextKey, other: store.TextKey) =>
  one.kind === other.kind && one.slug === other.slug

/** Returns what is known of every text of these kinds. */
async function readAll({ db, now }: Deps, kinds: readonly ContentKind[]): Promise<TextFacts[]> {
  const at = now()
  const [shown, planned, drafts] = [
    await store.findShown(db, at),
    await store.findPlanned(db, at),
    await store.findDrafts(db),
  ]
  const shipped = (await Promise.all(kinds.map(shippedTexts))).flat()
  const keys = new Map(
    [...shipped, ...shown, ...planned, ...drafts].map(({ kind, slug }) => [
      `${kind}/${slug}`,
      { kind, slug },
    ]),
  )
  return [...keys.values()].flatMap((key) => {
    const text = shipped.find((one) => isSame(one, key))
    return kinds.includes(key.kind)
      ? {
          key,
          shipped: text && writtenOf(text),
          shown: shown.find((one) => isSame(one, key)),
          planned: planned.filter((one) => isSame(one, key)),
          draft: drafts.find((one) => isSame(one, key)),
        }
      : []
  })
}

export async function listTexts(
  deps: Deps,
  { kind, q = '' }: HandlerInput<typeof contract.listTexts>['query'],
): Promise<EndpointResponse<typeof contract.listTexts>> {
  const wanted = q.toLowerCase()
  const items = (await readAll(deps, kind === undefined ? contentKinds : [kind]))
    .map(viewItem)
    .filter(({ title, slug }) => title.toLowerCase().includes(wanted) || slug.includes(wanted))
    .sort((one, other) => one.title.localeCompare(other.title, 'en-GB'))
  return { items }
}

export async function showText(
  { db, now }: Deps,
  key: store.TextKey,
): Promise<EndpointResponse<typeof contract.showText>> {
  const at = now()
  const shipped = await shippedText(key)
  const [newest] = await store.findVersions(db, key, { before: undefined, limit: 1 })
  const draft = await store.findDraft(db, key)
  if (!shipped && !newest && !draft) throw new Problem('text-not-found')
  const history = await store.findShownOf(db, key, at)
  const planned = (await store.findPlanned(db, at)).filter((row) => isSame(row, key))
  return viewText(
    { key, shipped, shown: history[0], planned, draft },
    { version: newest?.version ?? 0, before: history.find(({ change }) => change !== 'hidden') },
  )
}

/** Lists the versions of a text, newest first. */
export async function listVersions(
  { db, now }: Deps,
  key: store.TextKey,
  { cursor, limit }: HandlerInput<typeof contract.listTextVersions>['query'],
): Promise<EndpointResponse<typeof contract.listTextVersions>> {
  const before = readCursor(cursor, z.int())
  const rows = await store.findVersions(db, key, { before, limit: limit + 1 })
  const [shown] = await store.findShownOf(db, key, now())
  const { shown: page, nextCursor } = cutPage(rows, limit, (last) => last.version)
  return {
    items: page.map((row) => viewVersion(row, shown?.version)),
    nextCursor,
  }
}

/** Renders a text like its page; what is wrong with it is the detail of the problem. */
export function render(site: Site, key: store.TextKey, written: Written): ReturnType<typeof renderText> {
  try {
    return renderText(site, { ...key, ...wordsOf(key.kind, written) })
  } catch (error) {
    throw new Problem('text-refused', { detail: `${messageOf(error)}.` })
  }
}
