// States that change the whole site or need another sign-in: announced and closed, and seen by staff.
import { expect, type Page } from '@playwright/test'
import { addAnnouncement } from '#contract/announcements.ts'
import { listSettingFields, saveSettings } from '#contract/staff/settings.ts'
import { as, giveRoles, makeOperator, type Person, signInHere, signUp, unique } from './people.ts'
import { press } from './stay.ts'

const reason = 'A test wants it like this.'
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

/** Shows announcements on every page, and closes the sign-up, new sitters, requests and questions. */
export async function announceAndClose(): Promise<void> {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  const times = { beginsAt: inHours(0), endsAt: inHours(5) }
  const link = { words: 'What changes for you', to: '/help' }
  for (const announcement of [
    { words: 'We pause on Sunday from eight to ten. '.repeat(5), tone: 'warning', link },
    { words: 'Welcome to our harbour.', audience: 'visitors' },
  ])
    await as(ada, addAnnouncement.response).post('/v1/admin/announcements', {
      announcement: { ...times, ...announcement },
      reason,
    })
  const { version } = await as(ada, listSettingFields.response).get('/v1/admin/settings')
  const closed = {
    'open.signUp': 'closed',
    'open.sitters': false,
    'open.requests': false,
    'open.questions': false,
  }
  const changes = { ...closed, 'open.note': 'We move the harbour and open again in March.' }
  await as(ada, saveSettings.response).put('/v1/admin/settings', { version, changes, reason })
}

/** Lets somebody of the staff see the site as a person, in this page only. */
export async function viewAs(page: Page, { accountId }: Pick<Person, 'accountId'>): Promise<void> {
  const sue = await signUp(unique('Sue'))
  await giveRoles(sue, ['support'])
  await signInHere(page, sue, `/admin/people/${accountId}`)
  await press(page, 'See the site as this person')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Why do you look?').fill(reason)
  await dialog.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(page).toHaveURL('/view-as/account')
}
