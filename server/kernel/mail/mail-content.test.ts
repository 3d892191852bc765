import { expect, test } from 'vitest'
import { providerHeaders } from '#server/kernel/mail/mail.ts'
import { renderMail } from '#server/kernel/mail/mail-content.ts'
import { originalLook } from '#server/kernel/original-look.ts'

const content = {
  subject: 'A subject',
  greeting: 'Hello Olga,',
  paragraphs: [],
  facts: [],
  quoted: null,
  button: { label: 'Open it', url: 'https://paws.example/' },
  closing: 'See you',
}
const site = { ...originalLook, name: 'Paws & Co', url: 'https://paws.example' }
const logo = { fileId: 'f', path: '/files/abc/320.webp', width: 800, height: 200, showsName: true }

const headingOf = (changes: object) =>
  /<p [^>]*>(<a class="link".*?<\/a>)<\/p>/.exec(renderMail(content, { ...site, ...changes }).html)?.[1] ?? ''

test('above a mail stands the name of the site, with the logo of the operator if there is one', () => {
  expect(headingOf({})).toContain('>Paws &amp; Co</a>')
  expect(headingOf({})).not.toContain('<img')
  expect(headingOf({ logo })).toMatch(
    /<img [^>]*src="https:\/\/paws.example\/icons\/logo.png" width="160" height="40" alt=""[^>]*>Paws &amp; Co<\/a>/,
  )
})

test('a logo that contains the name stands alone, and its alternative text is the name', () => {
  expect(headingOf({ logo: { ...logo, showsName: false } })).toMatch(/alt="Paws &amp; Co"[^>]*><\/a>$/)
})

test('the name above a mail is in the font that the operator has chosen for headings', () => {
  const fontOfName = (properties: object) =>
    /<p style="[^"]*font:600 20px\/1.2 ([^"]*)">/.exec(
      renderMail(content, { ...site, ...properties }).html,
    )?.[1]
  expect(fontOfName({})).toMatch(/Georgia,.*,serif$/)
  expect(fontOfName({ properties: { '--heading-font': 'var(--text-font)' } })).toMatch(
    /^Figtree,.*sans-serif$/,
  )
})

test('a mail ends with the line that the operator has added to the end of every page', () => {
  const footer = { text: 'Paws & Co e. V., 1 Harbour Street' }
  const { text, html } = renderMail(content, { ...site, footer })
  expect(text).toMatch(/\n-- \nPaws & Co\nhttps:\/\/paws.example\nPaws & Co e. V., 1 Harbour Street\n$/)
  expect(html).toMatch(
    />https:\/\/paws.example<\/a><\/p>\n<p [^>]*>Paws &amp; Co e. V., 1 Harbour Street<\/p>\n<\/div>/,
  )
  const linksOnly = renderMail(content, { ...site, footer: { text: '' } })
  expect(linksOnly).toEqual(renderMail(content, site))
})

test('mails through Postmark carry their id in a header that only Postmark reads', () => {
  const headers = (smtpUrl: string) => providerHeaders(smtpUrl, { id: 'x' })
  expect(headers('smtp://token:token@smtp.postmarkapp.com:587')).toEqual({ 'X-PM-Metadata-mail': 'x' })
  expect(headers('smtp://smtp.postmarkapp.com.example.org')).toEqual({})
})
