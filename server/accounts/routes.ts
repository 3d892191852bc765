import * as contract from '#contract/accounts.ts'
import {
  createAccount,
  ownAccount,
  ownAccountByExternalId,
  updateAccount,
} from '#server/accounts/commands.ts'
import { giveConsent } from '#server/accounts/consent-commands.ts'
import { deleteAccount, showDeletion } from '#server/accounts/deletion-commands.ts'
import { hotRoute, route } from '#server/kernel/http/http.ts'

export const accountRoutes = [
  route(contract.createAccount, async ({ deps, viewer, body, answerWith }) => {
    const { account, created } = await createAccount(deps, viewer, body)
    if (!created) answerWith(200)
    return account
  }),

  hotRoute(contract.showAccountByExternalId, ({ deps, viewer, params }) =>
    ownAccountByExternalId(deps, viewer, params.externalUserId),
  ),

  hotRoute(contract.showAccount, ({ deps, viewer, params }) => ownAccount(deps, viewer, params.accountId)),

  route(contract.updateAccount, ({ deps, viewer, params, body }) =>
    updateAccount(deps, viewer, params.accountId, body),
  ),

  route(contract.giveConsent, ({ deps, viewer, params, body }) =>
    giveConsent(deps, viewer, { ...params, ...body }),
  ),

  route(contract.showDeletion, ({ deps, viewer, params }) => showDeletion(deps, viewer, params.accountId)),

  route(contract.deleteAccount, ({ deps, viewer, params, ip }) =>
    deleteAccount(deps, viewer, params.accountId, ip),
  ),
]
