import type { FileKind } from '#contract/files/codes.ts'
import { processFile } from '#server/files/process-commands.ts'
import { createFile, receivePart } from '#server/files/upload-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { arrangePetPhotos } from '#server/pets/commands.ts'
import type { Animal } from './drawing/animals.ts'
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
  { animal, scene, alt }: { animal: Animal; scene: Scene; alt: string },
): Promise<string> {
  const content = await renderScene(animal, scene)
  const file = { kind, type: 'image/jpeg' as const, bytes: content.length, name: '', alt }
  const { id } = await createFile(deps, viewer, file)
  await receivePart(deps, viewer, id, 0, content)
  await processFile(deps, id)
  return id
}

/** Pets of the introduced people that have a photo, with its scene. */
const pets: [owner: string, pet: string, scene: Scene][] = [
  ['Olga', 'Rex', 'garden'],
  ['Olga', 'Pip', 'terrace'],
  ['Rui', 'Miso', 'garden'],
  ['Eve', 'Poe', 'room'],
]

/** Uploads photos of the introduced people's pets. */
export const seedPictures = (deps: SeedDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const inTx: Deps = { ...deps, db: tx, enqueue: async () => {} }
    for (const [owner, name, scene] of pets) {
      const viewer = await viewerNamed(tx, owner)
      const pet = await store.findPetNamed(tx, viewer.accountId, name)
      const picture = { animal: animalOf(pet), scene, alt: `Drawing of ${name}` }
      await arrangePetPhotos(inTx, viewer, pet.id, [await uploadPicture(inTx, viewer, 'pet', picture)])
    }
    await store.notePart(tx, part, deps.now())
  })

export function animalOf({ id, species, details }: store.DemoPet): Animal {
  if (species !== 'dog' && species !== 'cat') throw new Error(`A ${species} cannot be drawn in a scene`)
  return { id, species, ...(details.coat ? { coat: details.coat } : {}) }
}
