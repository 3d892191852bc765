import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runInNewContext } from 'node:vm'
import { entriesOf } from '#contract/entries.ts'
import {
  dropInherited,
  dropLoadedFiles,
  joinRuntime,
  listAsCode,
  moduleOf,
  sortImports,
  useJoinedRuntime,
  withoutDesk,
  withoutFalse,
} from './join-files.ts'

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

test('a route lists only the imports that neither the start nor the routes above it load', () => {
  const entry = { module: 'start', imports: ['framework', 'root'] }
  const routes = {
    root: { module: 'root', imports: ['framework', 'root'] },
    layout: { module: 'layout', parentId: 'root', imports: ['framework', 'parts'] },
    page: { module: 'page', parentId: 'layout', imports: ['framework', 'layout', 'parts', 'own'] },
    other: { module: 'other', parentId: 'root', imports: ['root', 'parts'] },
    plain: { module: 'plain', parentId: 'layout', imports: ['parts'] },
  }
  dropInherited({ entry, routes })
  expect(routes).toEqual({
    root: { module: 'root' },
    layout: { module: 'layout', parentId: 'root', imports: ['parts'] },
    page: { module: 'page', parentId: 'layout', imports: ['own'] },
    other: { module: 'other', parentId: 'root', imports: ['parts'] },
    plain: { module: 'plain', parentId: 'layout' },
  })
})

test('the list of routes says only what is true', () => {
  const page = { id: 'page', hasLoader: true, hasAction: false, imports: ['root'], index: 0 }
  expect(JSON.parse(withoutFalse({ page }))).toEqual({
    page: { id: 'page', hasLoader: true, imports: ['root'], index: 0 },
  })
})

test('only the pages of the desk are left out of the list of other documents', () => {
  const page = { module: '/assets/page.js' }
  const routes = { root: page, 'home/home-page': page, 'admin/admin-layout': page, 'admin/desk-page': page }
  expect(withoutDesk({ routes, version: '1' })).toEqual({
    routes: { root: page, 'home/home-page': page },
    version: '1',
  })
})

test('the code of the list gives each route its id and the name of its file back', () => {
  const files = {
    root: '/assets/root-AbCd-123.js',
    'home/page': '/assets/page-x_Yz4567.js',
    'home/other-page': '/assets/shared-q1234567.js',
  }
  const named = entriesOf(files).map(([id, module]) => [
    id,
    { id, module, hasLoader: true, hasAction: false },
  ])
  const list = { entry: { module: 'start', imports: [] }, version: '1', url: 'start' }
  const code = listAsCode({ ...list, routes: Object.fromEntries(named) })
  expect(code).not.toContain('"id"')
  expect(code).toContain('"module":"x_Yz4567"')
  const window: Record<string, unknown> = {}
  runInNewContext(code, { window })
  const filled = entriesOf(files).map(([id, module]) => [id, { id, module, hasLoader: true }])
  expect(window).toEqual({ __reactRouterManifest: { ...list, routes: Object.fromEntries(filled) } })
  const written = z
    .object({ routes: z.record(z.string(), z.object({ module: z.string() })) })
    .parse(JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)))
  for (const [id, module] of entriesOf(files)) expect(moduleOf(id, written.routes[id]!.module)).toBe(module)
})

test('a dynamic import does not list what its file imports anyway', () => {
  const code =
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/dialog-1.js","assets/root-2.js","assets/words-3.js","assets/root-2.js"])))=>i.map(i=>d[i]);' +
    'import{a as b}from"./root-2.js";const open=()=>load(()=>import(`./dialog-1.js`),__vite__mapDeps([0,1,2,3])),write=()=>load(()=>import(`./words-3.js`),__vite__mapDeps([2,1]));'
  const shorter = dropLoadedFiles(code)
  expect(shorter).toContain('m.f=["assets/dialog-1.js","assets/words-3.js"]')
  expect(shorter).toContain('import(`./dialog-1.js`),__vite__mapDeps([0,1])')
  expect(shorter).toContain('import(`./words-3.js`),__vite__mapDeps([1])')
  expect(dropLoadedFiles('import{a as b}from"./root-2.js";b()')).toBe('import{a as b}from"./root-2.js";b()')
})
