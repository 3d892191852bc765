import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { joinRuntime, sortImports, useJoinedRuntime, withoutFalse } from './join-files.ts'

const runtime = 'var e=2,t=n=>n*e,n=()=>`runtime`;export{n as a,t};'
const framework =
  'import{a as e,t as n}from"./rolldown-runtime-X.js";var t=()=>e()+n(2);export{t as a,t as b};'
const page = `import{t as e,a}from"./rolldown-runtime-X.js";import{b as t}from"./framework-Y.js";import"./rolldown-runtime-X.js";
export const files=["assets/rolldown-runtime-X.js"],shown=[e(3),a(),t()];`

test('the runtime joins the framework: both keep their names apart, and every file gets the helpers it had', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'joined-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'framework-Y.js'), joinRuntime(runtime, framework))
  await writeFile(join(folder, 'page.js'), useJoinedRuntime(page, 'rolldown-runtime-X.js', 'framework-Y.js'))
  const loaded: unknown = await import(/* @vite-ignore */ join(folder, 'page.js'))
  const { files, shown } = z.object({ files: z.array(z.string()), shown: z.array(z.unknown()) }).parse(loaded)
  await rm(folder, { recursive: true })
  expect(shown).toEqual([6, 'runtime', 'runtime4'])
  expect(files).toEqual(['assets/framework-Y.js'])
})

test('a runtime of another form stops the build', () => {
  expect(() => joinRuntime('var e=1;', framework)).toThrow('exports nothing')
})

test('the imports of each route begin with those of most routes', () => {
  const lists = [
    ['page-b', 'root', 'parts'],
    ['root'],
    ['page-a', 'parts', 'root'],
    ['parts-2', 'parts', 'root'],
  ]
  sortImports(lists)
  expect(lists).toEqual([
    ['root', 'parts', 'page-b'],
    ['root'],
    ['root', 'parts', 'page-a'],
    ['root', 'parts', 'parts-2'],
  ])
})

test('the list of routes says only what is true', () => {
  const page = { id: 'page', hasLoader: true, hasAction: false, imports: ['root'], index: 0 }
  expect(JSON.parse(withoutFalse({ page }))).toEqual({
    page: { id: 'page', hasLoader: true, imports: ['root'], index: 0 },
  })
})
