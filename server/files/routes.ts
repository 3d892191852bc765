import { setAccountPhoto as setAccountPhotoEndpoint } from '#contract/accounts.ts'
import * as contract from '#contract/files/files.ts'
import { setAccountPhoto } from '#server/files/account-commands.ts'
import { createFile, describeFile, readFile, removeFile, receivePart } from '#server/files/upload-commands.ts'
import { type Route, route } from '#server/kernel/http/http.ts'

export const fileRoutes: Route[] = [
  route(contract.createFile, ({ deps, viewer, body }) => createFile(deps, viewer, body)),
  route(contract.sendFilePart, ({ deps, viewer, params, bytes }) =>
    receivePart(deps, viewer, params.fileId, Number(params.offset), bytes),
  ),
  route(contract.showFile, ({ deps, viewer, params }) => readFile(deps, viewer, params.fileId)),
  route(contract.describeFile, ({ deps, viewer, params, body }) =>
    describeFile(deps, viewer, params.fileId, body.alt),
  ),
  route(setAccountPhotoEndpoint, ({ deps, viewer, params, body }) =>
    setAccountPhoto(deps, viewer, params.accountId, body.fileId),
  ),
  route(contract.removeFile, ({ deps, viewer, params }) => removeFile(deps, viewer, params.fileId)),
]
