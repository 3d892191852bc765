import { openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileAdvice } from '#server/kernel/file-faults.ts'

/** Nobody can create a file there, not even the superuser. */
const unwritable = '/sys'

function refusal(): unknown {
  try {
    openSync(join(unwritable, 'secret'), 'wx')
  } catch (error) {
    return error
  }
  throw new Error('The file was created.')
}

test('a file of the data folder that cannot be written is named, with the setting', () => {
  expect(fileAdvice(refusal(), unwritable)).toMatch(
    /^\/sys\/secret (may not be used by this user of the machine|is on a disk that can only be read)\. Correct this, or set DATA_DIR to another folder\.$/,
  )
  expect(fileAdvice(refusal(), `${unwritable}/other`)).toMatch(/\. Correct this and try again\.$/)
})

test('an error without a known cause or a path has no advice', () => {
  expect(fileAdvice(new Error('EROFS'), unwritable)).toBeUndefined()
  expect(fileAdvice(Object.assign(new Error('x'), { code: 'EROFS' }), unwritable)).toBeUndefined()
  expect(
    fileAdvice(Object.assign(new Error('x'), { code: 'EIO', path: '/sys/x' }), unwritable),
  ).toBeUndefined()
})
