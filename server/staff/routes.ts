import * as acts from '#contract/staff/acts.ts'
import { showDesk } from '#contract/staff/desk.ts'
import * as details from '#contract/staff/details.ts'
import * as erasure from '#contract/staff/erasure.ts'
import * as merging from '#contract/staff/merging.ts'
import * as notes from '#contract/staff/notes.ts'
import * as people from '#contract/staff/people.ts'
import * as roles from '#contract/staff/roles.ts'
import * as security from '#contract/staff/security.ts'
import * as settings from '#contract/staff/settings.ts'
import * as viewing from '#contract/staff/viewing.ts'
import { route } from '#server/kernel/http/http.ts'
import { exportActs, listActs } from '#server/staff/commands.ts'
import { readDesk } from '#server/staff/desk-commands.ts'
import { correctPerson } from '#server/staff/detail-commands.ts'
import { deletePerson, keepPerson, prepareCopyFor, showDeletionOf } from '#server/staff/erasure-commands.ts'
import { mergePeople, previewMerge } from '#server/staff/merge-commands.ts'
import { addNote, deleteNote, editNote } from '#server/staff/note-commands.ts'
import { exportPeople, listPeople, readPerson } from '#server/staff/people-commands.ts'
import { changeRoles } from '#server/staff/role-commands.ts'
import { resetPassword, signOut } from '#server/staff/security-commands.ts'
import {
  listVersions,
  preview,
  readSettingFields,
  restoreVersion,
  saveChanges,
} from '#server/staff/setting-commands.ts'
import { startViewing } from '#server/staff/viewing-commands.ts'

export const staffRoutes = [
  route(showDesk, ({ deps, viewer }) => readDesk(deps, viewer)),
  route(acts.listStaffActs, ({ deps, query }) => listActs(deps, query)),
  route(acts.exportStaffActs, ({ deps, query }) => exportActs(deps, query)),
  route(settings.listSettingFields, ({ deps }) => readSettingFields(deps)),
  route(settings.previewSettings, ({ deps, body }) => preview(deps, body.changes)),
  route(settings.saveSettings, ({ deps, viewer, body }) => saveChanges(deps, viewer, body)),
  route(settings.listSettingVersions, ({ deps, query }) => listVersions(deps, query)),
  route(settings.restoreSettings, ({ deps, viewer, body }) => restoreVersion(deps, viewer, body)),
  route(people.listPeople, ({ deps, query }) => listPeople(deps, query)),
  route(people.exportPeople, ({ deps, body }) => exportPeople(deps, body)),
  route(people.showPerson, ({ deps, viewer, params }) => readPerson(deps, viewer, params.accountId)),
  route(viewing.startViewing, ({ deps, viewer, params }) => startViewing(deps, viewer, params.accountId)),
  // The act that is written down is all that happens.
  route(viewing.endViewing, () => Promise.resolve({})),
  route(merging.previewMerge, ({ deps, viewer, params, query }) =>
    previewMerge(deps, viewer, { from: query.fromAccountId, into: params.accountId }),
  ),
  route(merging.mergePeople, ({ deps, viewer, params, body, concern }) => {
    concern(body.fromAccountId)
    return mergePeople(deps, viewer, params.accountId, body)
  }),
  route(notes.addNote, ({ deps, viewer, params, body }) => addNote(deps, viewer, params.accountId, body)),
  route(notes.editNote, ({ deps, viewer, params, body }) => editNote(deps, viewer, params, body)),
  route(notes.deleteNote, ({ deps, viewer, params }) => deleteNote(deps, viewer, params)),
  route(details.correctPerson, ({ deps, viewer, params, body }) =>
    correctPerson(deps, viewer, params.accountId, body),
  ),
  route(erasure.prepareCopyFor, ({ deps, viewer, params, body }) =>
    prepareCopyFor(deps, viewer, params.accountId, body),
  ),
  route(erasure.showDeletionOf, ({ deps, params }) => showDeletionOf(deps, params.accountId)),
  route(erasure.keepPerson, ({ deps, viewer, params, body }) =>
    keepPerson(deps, viewer, params.accountId, body),
  ),
  route(erasure.deletePerson, ({ deps, viewer, params, body }) =>
    deletePerson(deps, viewer, params.accountId, body),
  ),
  route(roles.changeRoles, ({ deps, viewer, params, body }) =>
    changeRoles(deps, viewer, params.accountId, body),
  ),
  route(security.signPersonOut, ({ deps, viewer, params, body }) =>
    signOut(deps, viewer, params.accountId, body),
  ),
  route(security.forcePasswordReset, ({ deps, viewer, params, body }) =>
    resetPassword(deps, viewer, params.accountId, body),
  ),
]
