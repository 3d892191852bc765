import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withoutSymbols } from './release-symbols.ts'

const shipped = readFileSync(`node_modules/node-linux-${process.arch}/bin/node`)

test('Node without symbols is smaller and still loads libraries that link to it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitwell-symbols-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'node')
  const short = withoutSymbols(shipped)
  expect(short.length).toBeLessThan(shipped.length - 10_000_000)
  writeFileSync(program, short, { mode: 0o755 })
  const code =
    "require('@node-rs/argon2').hash('password').then((hash) => process.stdout.write(hash.slice(0, 9)))"
  const { stdout, stderr } = spawnSync(program, ['-e', code], { encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: '$argon2id', stderr: '' })
})

test('a program without symbols stays as it is, and anything else is refused', () => {
  const short = withoutSymbols(shipped)
  expect(withoutSymbols(short).equals(short)).toBe(true)
  expect(() => withoutSymbols(Buffer.from('#!/bin/sh\necho a script\n'))).toThrow('not an ELF program')
})
