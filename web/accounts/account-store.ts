import { create } from 'zustand'
import type { Account } from '#contract/accounts.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { api } from '#web/api.ts'
import { setHint } from '#web/persisted.ts'

type State = {
  account: Account | null
  creating: boolean
  createError: boolean
  fetchingByExternalId: boolean
  fetchByExternalIdError: boolean
  fetchingById: boolean
  fetchByIdError: boolean
}

/** The signed-in user's account, with a loading and an error flag for each of its three calls; held in memory only. */
export const accountStore = create<State>()(() => ({
  account: null,
  creating: false,
  createError: false,
  fetchingByExternalId: false,
  fetchByExternalIdError: false,
  fetchingById: false,
  fetchByIdError: false,
}))

type Kind = {
  loading: 'creating' | 'fetchingByExternalId' | 'fetchingById'
  error: 'createError' | 'fetchByExternalIdError' | 'fetchByIdError'
}

/** Runs one request of a kind at a time: while one is running, further calls return null at once. */
async function run({ loading, error }: Kind, call: () => Promise<Account | null>): Promise<Account | null> {
  if (accountStore.getState()[loading]) return null
  accountStore.setState({ [loading]: true, [error]: false })
  try {
    const account = await call()
    if (!account) throw new Error('The answer has no account')
    accountStore.setState({ account })
    setHint(account.id)
    return account
  } catch (failure) {
    accountStore.setState({ [error]: true })
    throw failure
  } finally {
    accountStore.setState({ [loading]: false })
  }
}

export const createAccount = (body: RequestInput<Endpoints['POST /v1/accounts']>['body']) =>
  run({ loading: 'creating', error: 'createError' }, () => api('POST /v1/accounts', { body }))

export const fetchAccountByExternalId = (externalUserId: string) =>
  run({ loading: 'fetchingByExternalId', error: 'fetchByExternalIdError' }, () =>
    api('GET /v1/accounts/by-external-id/:externalUserId', { params: { externalUserId } }),
  )

/** Makes no request if the id is not known. */
export const fetchAccountById = async (accountId: string | null) =>
  accountId
    ? run({ loading: 'fetchingById', error: 'fetchByIdError' }, () =>
        api('GET /v1/accounts/by-id/:accountId', { params: { accountId } }),
      )
    : null

export function clearAccount(): void {
  accountStore.setState({ account: null })
  setHint(null)
}
