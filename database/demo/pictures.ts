import type { FileKind } from '#contract/files/codes.ts'
import { processFile } from '#server/files/process-commands.ts'
import { createFile, receivePart } from '#server/files/upload-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { arrangePetPhotos } from '#server/pets/commands.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { arrangeSitterPhotos } from '#server/sitters/photo-commands.ts'
import type { PortraitSeed } from '#web/ui/portrait/draw.ts'
import type { SeedDeps } from './actions.ts'
import { renderScene, type Scene } from './scenes.ts'
import * as store from './store.ts'
import { viewerNamed } from './viewer.ts'

const part = 'pictures'

/** Uploads a picture as a user would. */
export async function uploadPicture(
  deps: Deps,
  viewer: Viewer,
  kind: FileKind,
  { seed, scene, alt }: { seed: PortraitSeed; scene: Scene; alt: string },
): Promise<string> {
  const content = await renderScene(seed, scene)
  const file = { kind, type: 'image/jpeg' as const, bytes: content.length, name: '', alt }
  const { id } = await createFile(deps, viewer, file)
  await receivePart(deps, viewer, id, 0, content)
  await processFile(deps, id)
  return id
}

/** Pets of the introduced people that have a photo, with its scene. */
const pets: [owner: string, pet: string, scene: Scene][] = [
  ['Olga', 'Rex', 'garden'],
  ['Olga', 'Pip', 'shore'],
  ['Rui', 'Miso', 'garden'],
  ['Eve', 'Poe', 'room'],
]

/** Galleries of introduced sitters: their homes, with pets that live or stayed there. */
const homes: [sitter: string, pictures: { seed: PortraitSeed; scene: Scene; alt: string }[]][] = [
  [
    'Inês',
    [
      {
        seed: { id: 'ines-1', species: 'dog', coat: 'yellow' },
        scene: 'garden',
        alt: 'Fidalgo in the garden',
      },
      {
        seed: { id: 'ines-2', species: 'cat', coat: 'grey tabby' },
        scene: 'room',
        alt: 'A guest on the rug',
      },
    ],
  ],
  [
    'Mateus',
    [{ seed: { id: 'mateus-1', species: 'dog', coat: 'cream' }, scene: 'shore', alt: 'Farofa at the river' }],
  ],
  [
    'Sam',
    [{ seed: { id: 'sam-1', species: 'dog', coat: 'brown' }, scene: 'shore', alt: 'A walk by the water' }],
  ],
]

/** Refreshes the search document at once, because the search shows the first picture of a gallery. */
function withSearchRefresh(deps: Deps): Deps {
  const refresh = searchJobs(deps).find(({ name }) => name === 'search.refresh-sitter')!
  return {
    ...deps,
    enqueue: async (_tx, name, payload) => {
      if (name === 'search.refresh-sitter') await refresh.run(payload)
    },
  }
}

/** Uploads photos of the introduced people's pets and homes. */
export const seedPictures = (deps: SeedDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const inTx: Deps = { ...deps, db: tx, enqueue: async () => {} }
    for (const [owner, name, scene] of pets) {
      const viewer = await viewerNamed(tx, owner)
      const pet = await store.findPetNamed(tx, viewer.accountId, name)
      const picture = { seed: seedOf(pet), scene, alt: name }
      await arrangePetPhotos(inTx, viewer, pet.id, [await uploadPicture(inTx, viewer, 'pet', picture)])
    }
    for (const [sitter, pictures] of homes) {
      const viewer = await viewerNamed(tx, sitter)
      const fileIds: string[] = []
      for (const picture of pictures) fileIds.push(await uploadPicture(inTx, viewer, 'sitter', picture))
      const sitterId = await store.findSitterOf(tx, viewer.accountId)
      await arrangeSitterPhotos(withSearchRefresh(inTx), viewer, sitterId, fileIds)
    }
    await store.notePart(tx, part, deps.now())
  })

export const seedOf = ({ id, species, details }: store.DemoPet): PortraitSeed => ({
  id,
  species,
  ...(details.coat ? { coat: details.coat } : {}),
})
