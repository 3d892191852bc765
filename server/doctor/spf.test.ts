import { expect, test } from 'vitest'
import { evaluateSpf } from '#server/doctor/spf.ts'
import { examination } from '#test/doctor.ts'
import { type Records, startDns } from '#test/dns-peer.ts'

const chain = (length: number): Records =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `c${index}.org`,
      [index === length - 1 ? 'v=spf1 ip4:9.9.9.9 -all' : `v=spf1 include:c${index + 1}.org -all`],
    ]),
  )
/** What other domains than that of the sender publish. */
const others: Records = {
  'mail.org': { A: ['9.9.9.9', '8.8.8.8'], AAAA: ['2606:4700::1111'] },
  'servers.org': { MX: ['nothing.org', 'mail.org'] },
  'nothing.org': { TXT: ['hello'] },
  'spf.provider.org': ['v=spf1 ip4:9.9.9.0/24 ~all'],
  'strict.org': ['v=spf1 -all'],
  'macro.org': ['v=spf1 exists:%{i}.list.org -all'],
  'two.org': ['v=spf1 a -all', 'v=spf1 mx -all'],
  'loop.org': ['v=spf1 include:loop.org -all'],
  'many.org': { MX: Array.from({ length: 11 }, (_, index) => `m${index}.org`) },
  ...chain(12),
}

/** The record, the address that sends, the result, and the part that decided. */
test.each<[string, string, string, string]>([
  ['ip4:9.9.9.9 -all', '9.9.9.9', 'pass', 'ip4:9.9.9.9'],
  ['ip4:9.9.9.0/24 -all', '9.9.9.200', 'pass', 'ip4:9.9.9.0/24'],
  ['ip4:9.9.9.0/24 -all', '9.9.8.1', 'fail', '-all'],
  ['ip4:9.9.9.9 ~all', '8.8.4.4', 'softfail', '~all'],
  ['ip4:9.9.9.9 ?all', '8.8.4.4', 'neutral', '?all'],
  ['ip4:9.9.9.9', '8.8.4.4', 'neutral', 'the end of the record'],
  ['-ip4:9.9.9.9 +all', '9.9.9.9', 'fail', '-ip4:9.9.9.9'],
  ['ip6:2606:4700::/32 -all', '2606:4700::1', 'pass', 'ip6:2606:4700::/32'],
  ['ip6:2606:4700::/32 -all', '9.9.9.9', 'fail', '-all'],
  ['ip4:9.9.9.9 -all', '2606:4700::1', 'fail', '-all'],
  ['a:mail.org -all', '8.8.8.8', 'pass', 'a:mail.org'],
  ['a:mail.org/24 -all', '9.9.9.1', 'pass', 'a:mail.org/24'],
  ['a:mail.org -all', '2606:4700::1111', 'pass', 'a:mail.org'],
  ['a:mail.org/24//64 -all', '2606:4700::2', 'pass', 'a:mail.org/24//64'],
  ['A:mail.org -ALL', '8.8.8.8', 'pass', 'A:mail.org'],
  ['a -all', '1.1.1.1', 'pass', 'a'],
  ['mx:servers.org -all', '9.9.9.9', 'pass', 'mx:servers.org'],
  ['mx -all', '1.1.1.1', 'fail', '-all'],
  ['include:spf.provider.org -all', '9.9.9.9', 'pass', 'include:spf.provider.org'],
  ['include:spf.provider.org -all', '8.8.8.8', 'fail', '-all'],
  ['include:strict.org ?all', '8.8.8.8', 'neutral', '?all'],
  ['redirect=spf.provider.org', '9.9.9.9', 'pass', 'ip4:9.9.9.0/24'],
  ['redirect=spf.provider.org', '8.8.8.8', 'softfail', '~all'],
  ['-all redirect=spf.provider.org', '9.9.9.9', 'fail', '-all'],
  ['exp=why.org unknown=1 ip4:9.9.9.9 -all', '9.9.9.9', 'pass', 'ip4:9.9.9.9'],
  ['include:c2.org -all', '9.9.9.9', 'pass', 'include:c2.org'],
  ['include:c1.org -all', '9.9.9.9', 'permerror', 'it needs more than 10 look-ups'],
  ['include:loop.org -all', '9.9.9.9', 'permerror', 'it needs more than 10 look-ups'],
  [
    'include:nothing.org -all',
    '9.9.9.9',
    'permerror',
    '“include:nothing.org” names a domain without an SPF record',
  ],
  ['redirect=nothing.org', '9.9.9.9', 'permerror', '“redirect=nothing.org” names no SPF record'],
  ['include:two.org -all', '9.9.9.9', 'permerror', 'two.org has 2 SPF records'],
  ['a:x.org a:y.org a:z.org -all', '9.9.9.9', 'permerror', 'more than 2 of its names do not exist'],
  ['mx:many.org -all', '9.9.9.9', 'permerror', '“mx:many.org” has more than 10 mail servers'],
  ['ip4:9.9.9.9 ip4:mail.org -all', '9.9.9.9', 'permerror', '“ip4:mail.org” is no part of an SPF record'],
  ['ip4:9.9.9.9/33 -all', '9.9.9.9', 'permerror', '“ip4:9.9.9.9/33” is no part of an SPF record'],
  ['include -all', '9.9.9.9', 'permerror', '“include” is no part of an SPF record'],
  ['servers.org -all', '9.9.9.9', 'permerror', '“servers.org” is no part of an SPF record'],
  ['redirect=a.org redirect=b.org', '9.9.9.9', 'permerror', 'it has “redirect” twice'],
  ['exists:%{i}.list.org -all', '9.9.9.9', 'not computed', 'exists:%{i}.list.org'],
  ['exists:%{i}.list.org ip4:9.9.9.9 -all', '9.9.9.9', 'pass', 'ip4:9.9.9.9'],
  ['-exists:%{i}.list.org ip4:9.9.9.9 -all', '9.9.9.9', 'not computed', '-exists:%{i}.list.org'],
  ['a:%{d} -all', '9.9.9.9', 'not computed', 'a:%{d}'],
  ['ptr -all', '9.9.9.9', 'not computed', 'ptr'],
  ['include:macro.org -all', '9.9.9.9', 'not computed', 'include:macro.org'],
  ['redirect=%{d}.org', '9.9.9.9', 'not computed', 'redirect=%{d}.org'],
])('“v=spf1 %s” and %s: %s', async (record, address, result, by) => {
  const dns = await startDns({ ...others, 'sitwell.org': { TXT: [`v=spf1 ${record}`], A: ['1.1.1.1'] } })
  expect(await evaluateSpf(dns, 'sitwell.org', address)).toEqual({ result, by })
})

test('a domain without a record has no result', async () => {
  expect(await evaluateSpf(await startDns(others), 'nothing.org', '9.9.9.9')).toMatchObject({
    result: 'none',
  })
})

test.each<[string, string, string, string]>([
  ['ip4:9.9.9.9 a:mail.org -all', 'mail.org', 'ok', 'names mail.org (9.9.9.9, 8.8.8.8, 2606:4700::1111)'],
  ['ip4:9.9.9.9 -all', 'mail.org', 'warning', 'does not name 8.8.8.8, 2606:4700::1111 of mail.org'],
  ['ip4:9.9.9.9 ~all', 'mail.org', 'warning', 'the result is “softfail”'],
  ['ip4:9.9.9.9 -all', '9.9.9.9', 'ok', 'names 9.9.9.9 (9.9.9.9)'],
  ['ip4:9.9.9.9 -all', '[2606:4700::1]', 'warning', 'does not name 2606:4700::1 of 2606:4700::1'],
  ['include:c1.org -all', 'mail.org', 'fault', 'does not count: it needs more than 10 look-ups.'],
  ['exists:%{i}.list.org -all', 'mail.org', 'ok', 'depends on the single mail'],
  ['ip4:9.9.9.9 -all', 'localhost', 'ok', 'from which localhost sends'],
  ['ip4:9.9.9.9 -all', '10.0.0.3', 'ok', 'from which 10.0.0.3 sends'],
  ['ip4:9.9.9.9 -all', 'postfix', 'ok', 'from which postfix sends'],
])('the doctor: “v=spf1 %s” with the mail server %s', async (record, host, state, says) => {
  const dns = await startDns({ ...others, 'sitwell.org': [`v=spf1 ${record}`] })
  const environment = { SMTP_URL: `smtp://${host}:25`, MAIL_FROM: 'Sitwell <no-reply@sitwell.org>' }
  const { check } = await examination({ environment, outside: { dns } })
  const found = await check('spf')
  expect(found).toMatchObject({ state, says: expect.stringContaining(says) as unknown })
  expect('advice' in found).toBe(state !== 'ok')
})

test('the advice names the addresses as the record would', async () => {
  const dns = await startDns({ ...others, 'sitwell.org': ['v=spf1 -all'] })
  const environment = { SMTP_URL: 'smtp://mail.org', MAIL_FROM: 'Sitwell <no-reply@sitwell.org>' }
  const { check } = await examination({ environment, outside: { dns } })
  expect(await check('spf')).toMatchObject({
    advice: expect.stringContaining('“ip4:9.9.9.9 ip4:8.8.8.8 ip6:2606:4700::1111”') as unknown,
  })
})
