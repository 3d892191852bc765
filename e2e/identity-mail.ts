import { expect, type Page } from '@playwright/test'
import { mailTo } from './people.ts'

/** Returns the link in the newest mail to an address, once a mail with this subject has arrived. */
export async function linkTo(email: string, subject: RegExp): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const mail = await mailTo(email)
      text = mail.text
      return mail.subject
    })
    .toMatch(subject)
  return /https?:\/\/\S+\/(?:auth\/action|deletion\/)\S+/.exec(text)![0]
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** A card of the security page, by its heading. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
