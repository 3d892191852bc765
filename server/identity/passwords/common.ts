import { dictionary } from '@zxcvbn-ts/language-common'

/** What the list of the package lacks: words of this product, of other languages and of the keys of other keyboards. */
const ownWords = `
00000000 01234567 012345678 0123456789 123123123 12341234 13579 2468 27182818 456789 7654321 87654321
987654321 9876543210 aaaaaaaa abcd abcdef abcdefg abcdefgh abcdefghi abcdefghij adgangskode adminadmin
bemvindo benvenuto bienvenido bienvenue blablabla catsitter coco confidential correcthorsebatterystaple
debian demodemo dogsitter dogwalker dogwalking donotknow dumbledore efgh fortnite guestguest hahaha
hakunamatata hihihi iamthebest ichliebedich ilovecats ilovedogs ilovemycat ilovemydog instagram lalala login
loginlogin lordoftherings mama mycat mysql netflix oldpassword papa passphrase petsitter petsitting postgres
qwertz qwertzuiop roblox rootroot secretpassword sitwell spaceship spotify supersecret superuser thepassword
tiamo toor twitter ubuntu useruser verysecret voldemort willkommen xxxxxxxx yxcvbnm zaq1zaq1
`

let known: ReadonlySet<string> | undefined

/**
 * The words people choose most, in small letters; with the endings that the policy cuts off and the look-alikes that it
 * reads as letters they stand for many more. They are put together when the first password is chosen.
 */
export const commonPasswords = (): ReadonlySet<string> =>
  (known ??= new Set([...ownWords.trim().split(/\s+/), ...dictionary['passwords-common']]))
