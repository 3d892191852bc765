import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordStrength, type PasswordRules } from '#web/identity/password-strength.ts'

const rules: PasswordRules = { minLength: 8, needs: [] }

test.each([
  ['', 0],
  ['rex1234', 0],
  ['password', 1],
  ['sunshine99', 1],
  ['12345678901', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['aB3$xy9k', 3],
  ['rex-sleeps', 2],
  ['rex sleeps here', 3],
  ['Rex sleeps on the sofa', 4],
])('"%s" scores %i out of 4', (password, score) => {
  expect(passwordStrength(password, rules).score).toBe(score)
})

test('says how many characters are missing', () => {
  expect(passwordStrength('rex', rules).text).toBe('3 of at least 8 characters')
})

test('repeating its first character at the end never makes a long password weaker', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12, maxLength: 40 }), (password) => {
      expect(passwordStrength(password + password[0]!, rules).score).toBeGreaterThanOrEqual(
        passwordStrength(password, rules).score,
      )
    }),
  )
})

test('says which requirements of the password policy are missing', () => {
  const strict: PasswordRules = {
    minLength: 6,
    needs: ['containsUppercaseLetter', 'containsNumericCharacter'],
  }
  expect(passwordStrength('rex sleeps here', strict)).toEqual({
    score: 0,
    text: 'Needs a capital letter and a digit',
  })
  expect(passwordStrength('Rex sleeps here 2', strict).score).toBeGreaterThan(2)
})
