import { dictionary } from '@zxcvbn-ts/language-common'

/** Words missing from the package's list: from this product, other languages and other keyboard layouts. */
const additionalPasswords = `
00000000 01234567 012345678 0123456789 123123123 12341234 13579 2468 27182818 456789 7654321 87654321
987654321 9876543210 aaaaaaaa abcd abcdef abcdefg abcdefgh abcdefghi abcdefghij adgangskode adminadmin
bemvindo benvenuto bienvenido bienvenue blablabla catsitter coco confidential correcthorsebatterystaple
debian demodemo dogsitter dogwalker dogwalking donotknow dumbledore efgh fortnite guestguest hahaha
hakunamatata hihihi iamthebest ichliebedich ilovecats ilovedogs ilovemycat ilovemydog instagram lalala login
loginlogin lordoftherings mama mycat mysql netflix oldpassword papa passphrase petsitter petsitting postgres
qwertz qwertzuiop roblox rootroot secretpassword sitwell spaceship spotify supersecret superuser thepassword
tiamo toor twitter ubuntu useruser verysecret voldemort willkommen xxxxxxxx yxcvbnm zaq1zaq1
`

let cachedPasswords: ReadonlySet<string> | undefined

/**
 * The most common passwords, in lower case. With the endings that the policy strips and the look-alikes that it maps
 * to letters they cover many more. The set is built when the first password is checked.
 */
export const commonPasswords = (): ReadonlySet<string> =>
  (cachedPasswords ??= new Set([
    ...additionalPasswords.trim().split(/\s+/),
    ...dictionary['passwords-common'],
  ]))
