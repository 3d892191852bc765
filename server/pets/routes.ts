import * as contract from '#contract/pets.ts'
import { route } from '#server/kernel/http/http.ts'
import { arrangePetPhotos, createPet, listPets, readPet, updatePet } from '#server/pets/commands.ts'

export const petRoutes = [
  route(contract.listPets, async ({ deps, viewer, params, query }) => ({
    items: await listPets(deps, viewer, params.accountId, query.archived === 'true'),
    nextCursor: null,
  })),

  route(contract.createPet, ({ deps, viewer, body }) => createPet(deps, viewer, body)),

  route(contract.showPet, ({ deps, viewer, params }) => readPet(deps, viewer, params.petId)),

  route(contract.updatePet, ({ deps, viewer, params, body }) => updatePet(deps, viewer, params.petId, body)),

  route(contract.arrangePetPhotos, ({ deps, viewer, params, body }) =>
    arrangePetPhotos(deps, viewer, params.petId, body.fileIds),
  ),
]
